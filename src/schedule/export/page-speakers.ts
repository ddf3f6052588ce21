// Writes the speakers of the timetable's page, below the days. All text in it is escaped.
import { escapeMarkup } from '../../contract/escape.ts';
import type { Person } from '../session.ts';
import { inOrder, type Timetable } from './grid.ts';
import { uuidOf } from './identity.ts';
import type { PageContext } from './page-parts.ts';
import { anchorOf, isWebAddress, publicPeople } from './public-text.ts';

type Speaker = Pick<Person, 'name' | 'details'>;

/** Everybody of whom details are known, by name; empty if nobody has. */
export function speakersSection({ sessions }: Pick<Timetable, 'sessions'>, { words, identities }: PageContext): string {
  const speakers = new Map<string, { readonly person: Speaker; readonly talks: string[] }>();
  for (const session of inOrder(sessions)) {
    for (const person of publicPeople(session)) {
      if (person.details === undefined) continue;
      const anchor = anchorOfSpeaker(person);
      const { talks } = speakers.get(anchor) ?? { talks: [] };
      const address = anchorOf(identities.get(session)?.uuid ?? '');
      speakers.set(anchor, {
        person,
        talks: [...talks, `<li dir="auto"><a href="#${address}">${escapeMarkup(session.title)}</a></li>`],
      });
    }
  }
  if (speakers.size === 0) return '';
  const byName = [...speakers].sort(([, { person: a }], [, { person: b }]) => collator.compare(a.name, b.name));
  const articles = byName.map(([anchor, { person, talks }]) => speakerElement(anchor, person, talks, words.photo));
  return `<section class="people" aria-labelledby="speakers-heading">
<h2 id="speakers-heading">${words.speakers}</h2>
<div>
${articles.join('\n')}
</div>
</section>
`;
}

/** Two speakers of the same name differ in what else is known of them. */
export function anchorOfSpeaker({ name, details }: Speaker): string {
  return `speaker-${uuidOf('person', JSON.stringify([name, details]))}`;
}

const collator = new Intl.Collator('en', { numeric: true });

/** A photo is a link: an image from another host would show that host every visitor. */
function speakerElement(anchor: string, { name, details }: Speaker, talks: readonly string[], photo: string): string {
  const { jobTitle = '', company = '', biography = '', photo: address = '' } = details ?? {};
  const role = [jobTitle, company].filter((part) => part.trim() !== '').join(', ');
  const parts = [
    `<h3 dir="auto">${escapeMarkup(name)}</h3>`,
    role === '' ? '' : `<p class="role" dir="auto">${escapeMarkup(role)}</p>`,
    biography.trim() === '' ? '' : `<p class="biography" dir="auto">${escapeMarkup(biography.trim())}</p>`,
    isWebAddress(address)
      ? `<p><a href="${escapeMarkup(new URL(address).href)}" rel="noreferrer external">${photo}<span class="unseen"> ${escapeMarkup(name)}</span></a></p>`
      : '',
    `<ul>${talks.join('')}</ul>`,
  ];
  return `<article id="${anchor}">${parts.join('')}</article>`;
}
