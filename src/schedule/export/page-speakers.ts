// Owns the speakers of the timetable's page: what their records have for the public, and the
// section below the days.
import type { RecordData } from '../../client/client.ts';
import { escapeMarkup } from '../../contract/escape.ts';
import { type ListedSpeaker, speakerFinder } from '../listed-speakers.ts';
import type { Person, Session, SpeakerDetails } from '../session.ts';
import { uuidOf } from './identity.ts';
import type { PageContext } from './page-parts.ts';
import { publicPeople } from './public-text.ts';
import { byName, inOrder } from './timetable.ts';

/**
 * The sessions with what the records of their people have. A speaker about whom nothing is known
 * has no details.
 * @param records of speakers, as the service lists them
 */
export function withSpeakerDetails(
  sessions: readonly Session[],
  records: readonly RecordData[],
): readonly Session[] {
  const speakerOf = speakerFinder(records);
  const withDetails = (person: Person): Person => {
    const speaker = speakerOf(person);
    if (speaker === undefined) return person;
    const details = detailsOf(speaker);
    const { name, ...others } = details;
    return Object.values(others).every((text) => text.trim() === '')
      ? person
      : { ...person, details };
  };
  return sessions.map((session) => ({ ...session, people: session.people.map(withDetails) }));
}

function detailsOf({ name, record }: ListedSpeaker): SpeakerDetails {
  return {
    name,
    jobTitle: textOf(record.title),
    company: textOf(record.company_name),
    biography: textOf(record.about),
    photo: textOf(record.photo_url),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Everybody of whom details are known, by name; empty if nobody has. */
export function speakersSection(
  sessions: readonly Session[],
  { words, anchorOf }: PageContext,
): string {
  const speakers = new Map<string, PageSpeaker>();
  for (const session of inOrder(sessions)) {
    for (const { details } of publicPeople(session)) {
      if (details === undefined) continue;
      const anchor = anchorOfSpeaker(details);
      const title = escapeMarkup(session.title);
      const talk = `<li dir="auto"><a href="#${anchorOf(session)}">${title}</a></li>`;
      const talks = [...(speakers.get(anchor)?.talks ?? []), talk];
      speakers.set(anchor, { anchor, details, talks });
    }
  }
  if (speakers.size === 0) return '';
  const sorted = [...speakers.values()].sort((a, b) => byName(a.details.name, b.details.name));
  const articles = sorted.map((speaker) => speakerElement(speaker, words.photo));
  return `<section class="people" aria-labelledby="speakers-heading">
<h2 id="speakers-heading">${words.speakers}</h2>
<div>
${articles.join('\n')}
</div>
</section>
`;
}

interface PageSpeaker {
  readonly anchor: string;
  readonly details: SpeakerDetails;
  /** The items of the list of talks. */
  readonly talks: readonly string[];
}

/** Two speakers of the same name differ in what else is known of them. */
export function anchorOfSpeaker({ name, ...others }: SpeakerDetails): string {
  return `speaker-${uuidOf('person', JSON.stringify([name, others]))}`;
}

/**
 * A photo is a link: an image from another host would show that host every visitor. Other addresses
 * than of the web could run something.
 * @param photo the label of the link
 */
function speakerElement({ anchor, details, talks }: PageSpeaker, photo: string): string {
  const { name, jobTitle, company, biography, photo: address } = details;
  const role = [jobTitle, company].filter((part) => part.trim() !== '').join(', ');
  const parts = [
    `<h3 dir="auto">${escapeMarkup(name)}</h3>`,
    role === '' ? '' : `<p class="role" dir="auto">${escapeMarkup(role)}</p>`,
    biography.trim() === ''
      ? ''
      : `<p class="biography" dir="auto">${escapeMarkup(biography.trim())}</p>`,
    /^https?:/i.test(address) && URL.canParse(address)
      ? `<p><a href="${escapeMarkup(new URL(address).href)}" rel="noreferrer external">` +
        `${photo}<span class="unseen"> ${escapeMarkup(name)}</span></a></p>`
      : '',
    `<ul>${talks.join('')}</ul>`,
  ];
  return `<article id="${anchor}">${parts.join('')}</article>`;
}
