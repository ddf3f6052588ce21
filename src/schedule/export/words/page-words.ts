// Owns which words the timetable's page has in each language.

/** All texts that the page adds to those of the program. `{…}` is replaced. */
export interface PageWords {
  readonly timetable: string;
  readonly days: string;
  readonly allDays: string;
  readonly search: string;
  /** What the search looks at. */
  readonly searchHint: string;
  readonly room: string;
  readonly allRooms: string;
  readonly track: string;
  readonly allTracks: string;
  /** Shows the favorites alone. */
  readonly favorites: string;
  /** Makes one session a favorite. */
  readonly favorite: string;
  /** The number of sessions that a search finds, by the plural categories of the language (CLDR); `{n}` is the number. */
  readonly found: { readonly [Category in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & {
    readonly other: string;
  };
  readonly about: string;
  readonly speakers: string;
  readonly photo: string;
  /** `{zone}` is a time zone. */
  readonly timesIn: string;
  /** `{time}` is a date with a time. */
  readonly asOf: string;
  /** True of every page without a session: nothing may be placed yet, or nothing chosen. */
  readonly nothing: string;
  /** How the tables are laid out. */
  readonly layout: string;
}
