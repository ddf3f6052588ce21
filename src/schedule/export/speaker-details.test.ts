// The details of speakers: whose they are, and what of a record is public.
import { expect, it } from 'vitest';
import { session, timetable } from '../../../test/support/timetables.ts';
import type { Person } from '../session.ts';
import { htmlOf } from './html.ts';
import { withSpeakerDetails } from './speaker-details.ts';

const record = (email: string, first_name: string, last_name: string, about: string, more: object = {}) => ({
  ...{ id: email, email, first_name, last_name, about, title: null, company_name: null, photo_url: '' },
  ...more,
});

const biographies = (people: readonly Person[], records: Parameters<typeof withSpeakerDetails>[1]) =>
  withSpeakerDetails([session('2026-05-02T09:00:00+02:00', 45, { people })], records).flatMap((one) =>
    one.people.map(({ details }) => details?.biography),
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
  expect(biographies(people, records)).toEqual(['The second', undefined, 'From Ulm', undefined, undefined]);
});

it('publishes nothing private, and no address of a photo that could run something', () => {
  const secret = { phone: '+49 30 1234', logistics_notes: 'Vegan', speaker_status: 'confirmed', linkedin_url: 'li' };
  const records = [
    record('a@example.org', 'Ada', 'King', '<b>Bold</b> & "quoted"', { ...secret, photo_url: 'javascript:alert(1)' }),
    record('b@example.org', 'Bo', 'Li', '</script><img src=x>', {
      photo_url: 'https://photos.example/"><svg onload=x>',
    }),
  ];
  const people = [{ name: 'Ada King', email: 'a@example.org' }, { name: 'Bo Li' }];
  const html = htmlOf(timetable(withSpeakerDetails([session('2026-05-02T09:00:00+02:00', 45, { people })], records)));
  expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; &quot;quoted&quot;');
  expect(html).not.toMatch(/1234|Vegan|confirmed|example\.org|javascript:|<img|<svg|onload=x>/);
  expect(html.match(/rel="noreferrer external"/g)).toHaveLength(1);
});

it('shows a speaker of several sessions once, and speakers by name', () => {
  const details = (biography: string) => ({ jobTitle: '', company: '', biography, photo: '' });
  const [zoe, ada] = [
    { name: 'Zoe Ray', details: details('Z') },
    { name: 'Ada King', details: details('A') },
  ];
  const html = htmlOf(
    timetable([
      session('2026-05-02T09:00:00+02:00', 45, { submissionId: '1', title: 'One', people: [zoe, ada] }),
      session('2026-05-02T10:00:00+02:00', 45, { submissionId: '2', title: 'Two', people: [zoe] }),
    ]),
  );
  const section = /<section class="people"[\s\S]*<\/section>/.exec(html)?.[0] ?? '';
  expect(section.match(/<h3[^>]*>[^<]*/g)?.map((text) => text.replace(/<[^>]*>/, ''))).toEqual(['Ada King', 'Zoe Ray']);
  expect(section.match(/>(One|Two)</g)).toEqual(['>One<', '>One<', '>Two<']);
});
