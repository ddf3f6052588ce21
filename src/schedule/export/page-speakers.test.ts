// The details of speakers: whose they are, and what of a record is public.
import { expect, it } from 'vitest';
import { session, timetable } from '../../../test/support/timetables.ts';
import type { Person } from '../session.ts';
import { htmlOf } from './html.ts';
import { withSpeakerDetails } from './page-speakers.ts';

const record = (
  email: string,
  first_name: string,
  last_name: string,
  about: string,
  more: object = {},
) => ({
  id: email,
  email,
  first_name,
  last_name,
  about,
  title: null,
  company_name: null,
  photo_url: '',
  ...more,
});

const biographies = (
  people: readonly Person[],
  records: Parameters<typeof withSpeakerDetails>[1],
) =>
  withSpeakerDetails([session('2026-05-02T09:00:00+02:00', 45, { people })], records).flatMap(
    (one) => one.people.map(({ details }) => details?.biography),
  );

it('finds a speaker by address, else by the only equal name', () => {
  const records = [
    record('ann@example.org', 'Ann', 'Lee', 'The first'),
    record('lee@example.org', 'Ann', 'Lee', 'The second'),
    record('jo@example.org', 'Jörg', 'Müller', 'From Ulm'),
    record('bo@example.org', 'Bo', 'Li', ' '),
  ];
  const people = [
    { name: 'A. Lee', email: 'LEE@example.org ' },
    { name: 'Ann Lee' },
    { name: 'Dr. Joerg Mueller' },
    { name: 'Bo Li' },
    { name: '', email: 'nobody@example.org' },
  ];
  expect(biographies(people, records)).toEqual([
    'The second',
    undefined,
    'From Ulm',
    undefined,
    undefined,
  ]);
});

it('finds no namesake: by name only if an address is unknown or hidden', () => {
  const [ann, masked] = [
    record('ann@example.org', 'Ann', 'Lee', 'Known'),
    record('b***@a***.com', 'Bo', 'Li', 'Masked'),
  ];
  const asked = (person: Person) =>
    biographies([person], [ann, masked, record('c@example.org', 'Cy', 'Ra', 'Third')]);
  expect(asked({ name: 'Ann Lee', email: 'other@example.org' })).toEqual([undefined]);
  expect(asked({ name: 'Ann Lee', email: 'o***@e***.org' })).toEqual(['Known']);
  expect(asked({ name: 'Ann Lee', email: 'a***@e***.org' })).toEqual(['Known']);
  expect(asked({ name: 'Ann Lee', email: '' })).toEqual(['Known']);
  expect(asked({ name: 'Bo Li', email: 'bo@acme.com' })).toEqual(['Masked']);
  expect(asked({ name: 'Cy Ra', email: 'b***@a***.com' })).toEqual(['Third']);
  expect(asked({ name: 'Bert Oh', email: 'b***@a***.com' })).toEqual([undefined]);
});

it('shows a speaker once, by the name in the record, however sessions write it', () => {
  const records = [record('ann@example.org', 'Ann', 'Lee', 'The first')];
  const sessions = ['ann lee', 'Dr. Ann LEE', 'A. Lee'].map((name, at) =>
    session(`2026-05-02T1${at}:00:00+02:00`, 45, { people: [{ name, email: 'ann@example.org' }] }),
  );
  const html = htmlOf(timetable(withSpeakerDetails(sessions, records)));
  expect(html.match(/<article id="speaker-[^>]*><h3 dir="auto">[^<]*/g)).toHaveLength(1);
  expect(html).toMatch(/<article id="(speaker-[^"]*)"><h3 dir="auto">Ann Lee</);
  expect(
    html.match(/<a href="#speaker-[^"]*"><bdi>[^<]*/g)?.map((text) => text.replace(/.*>/, '')),
  ).toEqual(['ann lee', 'Dr. Ann LEE', 'A. Lee']);
});

it('publishes no address that a record has as a name', () => {
  const records = [record('ann@example.org', 'ann@example.org', '', 'The first')];
  const people = [{ name: 'Ann Lee', email: 'ann@example.org' }];
  const html = htmlOf(
    timetable(withSpeakerDetails([session('2026-05-02T09:00:00+02:00', 45, { people })], records)),
  );
  expect(html).toContain('<h3 dir="auto">Ann Lee</h3><p class="biography"');
  expect(html).not.toContain('example.org');
});

it('publishes nothing private, and no address of a photo that could run something', () => {
  const secret = {
    phone: '+49 30 1234',
    logistics_notes: 'Vegan',
    speaker_status: 'confirmed',
    linkedin_url: 'li',
  };
  const records = [
    record('a@example.org', 'Ada', 'King', '<b>Bold</b> & "quoted"', {
      ...secret,
      photo_url: 'javascript:alert(1)',
    }),
    record('b@example.org', 'Bo', 'Li', '</script><img src=x>', {
      photo_url: 'https://photos.example/"><svg onload=x>',
    }),
  ];
  const people = [{ name: 'Ada King', email: 'a@example.org' }, { name: 'Bo Li' }];
  const html = htmlOf(
    timetable(withSpeakerDetails([session('2026-05-02T09:00:00+02:00', 45, { people })], records)),
  );
  expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; &quot;quoted&quot;');
  expect(html).not.toMatch(/1234|Vegan|confirmed|example\.org|javascript:|<img|<svg|onload=x>/);
  expect(html.match(/rel="noreferrer external"/g)).toHaveLength(1);
});

it('shows a speaker of several sessions once, and speakers by name', () => {
  const speaker = (name: string) => ({
    name,
    details: { name, jobTitle: '', company: '', biography: 'B', photo: '' },
  });
  const [zoe, ada] = [speaker('Zoe Ray'), speaker('Ada King')];
  const html = htmlOf(
    timetable([
      session('2026-05-02T09:00:00+02:00', 45, {
        submissionId: '1',
        title: 'One',
        people: [zoe, ada],
      }),
      session('2026-05-02T10:00:00+02:00', 45, { submissionId: '2', title: 'Two', people: [zoe] }),
    ]),
  );
  const section = /<section class="people"[\s\S]*<\/section>/.exec(html)?.[0] ?? '';
  expect(section.match(/<h3[^>]*>[^<]*/g)?.map((text) => text.replace(/<[^>]*>/, ''))).toEqual([
    'Ada King',
    'Zoe Ray',
  ]);
  expect(section.match(/>(One|Two)</g)).toEqual(['>One<', '>One<', '>Two<']);
});
