// Titles and types of rows that are not talks, in twelve languages, and those of talks that resemble them.
import { describe, expect, it } from 'vitest';
import { type BreakEvidence, isBreakRow, isBreakTitle, isCalledOffTitle, isEveryRoom } from './breaks.ts';

const titles: Readonly<Record<string, string>> = {
  en: `Break|Coffee break|COFFEE BREAK|Coffee Break 2|Morning coffee break|Lunch|Lunch break|Lunch & Networking|Lunch (sponsored by ACME)
    Registration|Registration and coffee|Check-in|Opening|Opening remarks|Welcome|Welcome & opening|Closing|Closing session
    Social event|Conference dinner|Dinner|Doors open|Group photo|☕ Coffee|Breakfast / Registration|Break - Networking`,
  de: 'Pause|Kaffeepause|Mittagspause|Mittagessen|Registrierung|Anmeldung|Einlass|Begrüßung|Eröffnung|Abschluss|Kurze Pause|Pause 1',
  fr: 'Pause|Pause café|Pause-café|Pause déjeuner|PAUSE DEJEUNER|Déjeuner|Accueil|Accueil et café|Ouverture|Clôture|Inscription|Dîner de gala',
  es: 'Pausa|Pausa para café|Descanso|Almuerzo|Comida|Registro|Inauguración|Bienvenida|Clausura|Cena|Acreditación',
  pt: 'Intervalo|Pausa para café|Almoço|Credenciamento|Credenciação|Abertura|Boas-vindas|Encerramento|Jantar|Intervalo para almoço',
  it: 'Pausa|Pausa caffè|Pausa pranzo|Pranzo|Registrazione|Benvenuto|Apertura dei lavori|Chiusura|Cena sociale|Saluti iniziali',
  nl: 'Pauze|Koffiepauze|Lunchpauze|Registratie|Inloop|Welkom|Opening|Afsluiting|Borrel|Ontvangst met koffie',
  pl: 'Przerwa|Przerwa kawowa|Przerwa obiadowa|Obiad|Rejestracja|Otwarcie|Powitanie|Zakończenie|Kolacja',
  cs: 'Přestávka|Přestávka na kávu|Polední přestávka|Oběd|Registrace|Zahájení|Přivítání|Zakončení|Večeře',
  ja: '休憩|昼食|昼休み|コーヒーブレイク|受付|開会式|開会の挨拶|閉会式|懇親会|休憩（15分）',
  zh: '茶歇|午餐|午休|休息|签到|注册|开幕式|闭幕式|晚宴|合影',
  ru: 'Перерыв|Кофе-брейк|Обед|Обеденный перерыв|Регистрация|Регистрация участников|Открытие|Закрытие|Ужин',
};

describe.each(Object.entries(titles))('in %s', (_, texts) => {
  it.each(texts.split(/[|\n]/).map((text) => text.trim()))('%s is a break', (text) => {
    expect(isBreakTitle(text)).toBe(true);
  });
});

it.each([
  'Break things on purpose',
  'Opening the black box',
  'Lunch and learn: Rust',
  'Registration of medical images',
  'Coffee, code and coroutines',
  'Welcome to the jungle of packages',
  'Closing the loop',
  'Keynote',
  'Social engineering',
  'The coffee machine as a service',
  'Breaking changes',
  '',
])('%s is a talk', (text) => {
  expect(isBreakTitle(text)).toBe(false);
});

it.each(['Break', 'break', 'Service session', '事務連絡', 'Verpflegung', 'Lunch'])(
  'the type %s is that of a break',
  (type) => {
    expect(isBreakTitle(type)).toBe(true);
  },
);

it.each([
  'Talk',
  'Workshop',
  'Session',
  'other',
  'Keynote',
  'keynote',
  'Hauptvortrag',
  '基調講演',
  'Keynote of 20 minutes',
  '',
])('the type %s is that of a talk', (type) => {
  expect(isBreakTitle(type)).toBe(false);
});

it.each<[string, BreakEvidence, boolean]>([
  ['titled as one', { title: 'Lunch' }, true],
  ['of such a type', { title: 'Crab rolls', format: 'Meal' }, true],
  ['that is marked', { title: 'Crab rolls', isBreak: true }, true],
  ['that is marked, with an abstract', { title: 'Lunch', isBreak: true, abstract: 'In the yard' }, true],
  ['that names somebody', { title: 'Opening', people: [{ name: 'Ada King' }] }, false],
  ['that is marked and names somebody', { title: 'Opening', isBreak: true, people: [{ name: 'Ada King' }] }, false],
  ['with an abstract', { title: 'Lunch', format: 'Break', abstract: 'How to cook' }, false],
  ['with an id', { title: 'Lunch', submissionId: 'sub_1' }, false],
  ['with an address', { title: 'Lunch', submitterEmail: 'ada@example.org' }, false],
  ['of type Keynote', { title: 'The end of the world', format: 'Keynote' }, false],
])('a row %s is a break or a talk', (_, row, expected) => {
  expect(isBreakRow(row)).toBe(expected);
});

it.each([
  ...[
    'Title (cancelled)',
    'CANCELLED: Title',
    'CANCELLED Title',
    'Title [CANCELED]',
    'Title (cancelled due to illness)',
    'Withdrawn',
  ],
  ...[
    'Vortrag – entfällt',
    'Vortrag (fällt aus)',
    '*** ABGESAGT *** Vortrag',
    'Exposé (annulé)',
    'Charla (cancelada)',
    'Palestra (cancelada)',
  ],
  ...[
    'Relazione - annullata',
    'Lezing (vervalt)',
    'Wykład (odwołany)',
    'Název (zrušeno)',
    '【中止】講演',
    '演讲（取消）',
    'Доклад (отменён)',
  ],
])('the session of %s is called off', (title) => {
  expect(isCalledOffTitle(title)).toBe(true);
});

it.each([
  'Cancel culture',
  'Cancelled flights and what they cost',
  'Why we postponed the launch',
  'Panel (TBA)',
  'Talk (online)',
  '(Achtung verschoben!!) Ropes',
  'Ropes (POSTPONED)',
  'Nœuds (reporté)',
  'Nudos – aplazada',
  'Palestra (adiada)',
  'Corde (rinviata)',
  'Touwen (uitgesteld)',
  'Liny (przełożone)',
  'Lana (odloženo)',
  '【延期】縄',
  'Верёвки (перенесено)',
  '',
])('the session of %s is not called off', (title) => {
  expect(isCalledOffTitle(title)).toBe(false);
});

it.each([
  ['all', true],
  ['All rooms', true],
  ['alle', true],
  ['Todas las salas', true],
  ['全会場', true],
  ['Hall 1', false],
  ['', false],
])('the room %j is every room: %s', (room, expected) => {
  expect(isEveryRoom(room)).toBe(expected);
});
