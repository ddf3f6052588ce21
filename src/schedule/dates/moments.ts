// Divides a text into a date, clock times and a time zone, in every way. Must not know what the date means.
import { type ClockTimes, isShort, looksLikeYear, readClocks, type ZoneSuffix } from './clock.ts';

/** One way to read a text: its date, not yet read, with its clock times. */
export interface Moment {
  readonly dateText: string;
  readonly clocks: ClockTimes;
  readonly zone: ZoneSuffix | undefined;
  /** Written as machines do, so that a minus after it is the sign of an offset. */
  readonly isExact: boolean;
}

export type DatedMoment = Moment & { readonly day: string };

/** All divisions of a text, without the time zone at its end, into a date and clock times in either order. */
export function momentsIn(text: string, zone: ZoneSuffix | undefined): readonly Moment[] {
  return [...text.matchAll(joints)].flatMap((joint) => {
    const left = text.slice(0, joint.index);
    const right = text.slice(joint.index + joint[0].length);
    const isExact = /^t$/i.test(joint[0]) || /^\d\d?:\d\d:\d\d/.test(right);
    return [
      ...momentOf(left, right).map((moment) => ({ ...moment, zone, isExact })),
      ...momentOf(right, left).map((moment) => ({ ...moment, zone, isExact: false })),
    ];
  });
}

/** The places where a date and a clock time may meet. */
const joints = /[ ,;|@]+|(?<=\d)T(?=\d)|(?<=[日)])(?=[\d午上下])/giu;

function momentOf(dateText: string, clockText: string): readonly Pick<Moment, 'dateText' | 'clocks'>[] {
  if (!/\d/.test(clockText)) return [];
  // In "5 June 2026", the last number is no time.
  if (looksLikeYear(clockText) && !/\d{4}/.test(dateText)) return [];
  const clocks = readClocks(clockText);
  return clocks === undefined ? [] : [{ dateText, clocks }];
}

/** After `9:00`, `-10:00` may be the end of a range or an offset. One of both is often impossible. */
export function plausible(moments: readonly DatedMoment[]): readonly DatedMoment[] {
  const withoutSign = moments.filter(({ zone }) => !isBareMinus(zone));
  const signed = moments.filter((moment) => isBareMinus(moment.zone) && !isOffsetOfRange(moment));
  const [range] = withoutSign.filter(({ clocks }) => clocks.end !== undefined);
  const [offset] = signed;
  if (range === undefined || offset === undefined) return withoutSign.length > 0 ? withoutSign : signed;
  if (offset.isExact || !isShort(range.clocks)) return signed;
  const exists = offset.zone?.kind === 'offset' && /^-(?:0\d|1[0-2]):[03]0$/.test(offset.zone.offset);
  return exists ? [range, offset] : withoutSign;
}

function isBareMinus(zone: ZoneSuffix | undefined): boolean {
  return zone?.kind === 'offset' && zone.isBareMinus === true;
}

/** `9:00-9:45-10:00` are not two times with an offset. */
export function isOffsetOfRange({ clocks, zone }: Pick<Moment, 'clocks' | 'zone'>): boolean {
  return clocks.end !== undefined && isBareMinus(zone);
}
