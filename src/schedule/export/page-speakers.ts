// Writes the speakers of the timetable's page, below the days. All text in it is escaped.
import { escapeMarkup } from '../../contract/escape.ts';
import type { SpeakerDetails } from '../session.ts';
import { byName, inOrder, type Timetable } from './grid.ts';
import { uuidOf } from './identity.ts';
import type { PageContext } from './page-parts.ts';
import { anchorOf, isWebAddress, publicPeople } from './public-text.ts';

/** Everybody of whom details are known, by name; empty if nobody has. */
export function speakersSection({ sessions }: Pick<Timetable, 'sessions'>, { words, identities }: PageContext): string {
  const speakers = new Map<string, { readonly details: SpeakerDetails; readonly talks: string[] }>();
  for (const session of inOrder(sessions)) {
    for (const { details } of publicPeople(session)) {
      if (details === undefined) continue;
      const anchor = anchorOfSpeaker(details);
      const { talks } = speakers.get(anchor) ?? { talks: [] };
      const address = anchorOf(identities.get(session)?.uuid ?? '');
      speakers.set(anchor, {
        details,
        talks: [...talks, `<li dir="auto"><a href="#${address}">${escapeMarkup(session.title)}</a></li>`],
      });
    }
  }
  if (speakers.size === 0) return '';
  const sorted = [...speakers].sort(([, { details: a }], [, { details: b }]) => byName(a.name, b.name));
  const articles = sorted.map(([anchor, { details, talks }]) => speakerElement(anchor, details, talks, words.photo));
  return `<section class="people" aria-labelledby="speakers-heading">
<h2 id="speakers-heading">${words.speakers}</h2>
<div>
${articles.join('\n')}
</div>
</section>
`;
}

/** Two speakers of the same name differ in what else is known of them. */
export function anchorOfSpeaker({ name, ...others }: SpeakerDetails): string {
  return `speaker-${uuidOf('person', JSON.stringify([name, others]))}`;
}

/** A photo is a link: an image from another host would show that host every visitor. */
function speakerElement(anchor: string, details: SpeakerDetails, talks: readonly string[], photo: string): string {
  const { name, jobTitle, company, biography, photo: address } = details;
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
