// Tables of lists are never taken for grids, whatever their columns are called, even if each starts with its times.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RawRecord } from '../../files/table.ts';
import { recognize } from './shape.ts';

/** Headers of schedules and programs: of systems, and as people write them in several languages. */
const headers = `
title,room,start,duration,speakers
submission_id,room,start
id,title,submitter_email,room,start
Session Id,Title,Description,Owner,Owner Email,Session format,Room,Scheduled At,Scheduled Duration,Speaker Id,FirstName,LastName
ID,Proposal title,Proposal state,Session type,Track,Abstract,Duration,Language,Speaker IDs,Speaker names,Room,Start,End
Session ID,Title,Type,Track,Room,Start,End,Speakers
Start,End,Title,Room,Speaker
Start,End,Session,Location
Time,Title,Room,Speaker
Time,Talk,Speaker
Time,Session,Room
Time,Topic,Presenter
Time,Activity,Room,Speaker
Day,Time,Title,Room,Speakers
Date,Start time,End time,Session Title,Location,Description,Speakers,Tags
*Date,*Time Start,*Time End,*Tracks,*Session Title,Room/Location,Description,Speakers,Authors
Session name,Start Date,Start Time,End Date,End Time,Location,Track,Type
From,To,Title,Venue
Begin,Title,Hall,Author(s)
When,What,Where,Who
Day,From,To,Where,What,Who
Slot,Title,Track,Room
Hour,Talk title,Stage
Starts at,Ends at,Name,Space,Speakers
Talk,Location,Day,Start time,End time
Subject,Start Date,Start Time,End Date,End Time,Location,Description
SUMMARY,LOCATION,DTSTART,DTEND,DESCRIPTION
Paper ID,Paper Title,Session,Start,Room,Authors
#,Title,Authors,Room,Date,Time
Contribution ID,Title,Start date,Duration,Location,Room,Speakers
Titel,Raum,Beginn,Ende,Referent
Uhrzeit,Titel,Raum,Referentin
Uhrzeit,Vortragstitel,Saal
Zeit,Vortrag,Raum,Sprecher
Datum,Beginn,Ende,Titel,Ort,Vortragende
Von,Bis,Thema,Raum
Tag,Uhrzeit,Programmpunkt,Raum,Referent
Titre,Salle,Début,Fin,Intervenant
Heure,Titre,Salle,Conférencier
Jour,Heure,Titre de la session,Salle
Título,Sala,Inicio,Fin,Ponente
Hora,Título,Sala,Ponente
Día,Hora,Charla,Sala
Título,Sala,Início,Fim,Palestrante
Hora,Palestra,Sala,Palestrante
Titolo,Sala,Inizio,Fine,Relatore
Ora,Titolo,Sala,Relatore
Titel,Zaal,Begin,Einde,Spreker
Tijd,Titel,Zaal,Spreker
Tytuł,Sala,Początek,Koniec,Prelegent
Godzina,Tytuł,Sala,Prelegent
Název,Místnost,Začátek,Konec,Přednášející
Čas,Název,Místnost,Přednášející
タイトル,会場,開始,終了,登壇者
時間,タイトル,会場,登壇者
标题,房间,开始,结束,演讲者
时间,标题,地点,演讲人
Название,Зал,Начало,Конец,Докладчик
Время,Название,Зал,Докладчик
time,title,room,speaker,abstract,level,language,video,slides
start_time,session_title,room_name,speaker_names,session_type
`
  .trim()
  .split('\n')
  .map((line) => line.split(','));

const time = { timeZone: 'Europe/Berlin' };

/** A list of sessions one after the other: nothing but its columns shows that it is a list. */
function listOf(columns: readonly string[], times: readonly number[], rooms: readonly string[]): readonly RawRecord[] {
  const rows = Array.from({ length: 9 }, (_, row) =>
    columns.map((_column, at) => {
      const clock = `${9 + row}:${times.indexOf(at) === 1 ? '40' : '00'}`;
      return times.includes(at)
        ? clock
        : at === columns.length - 1
          ? (rooms[row % rooms.length] ?? '')
          : `Text ${row} ${at}`;
    }),
  );
  return [columns, ...rows].map((cells, at) => ({ line: at + 1, cells }));
}

it.each(headers.map((header) => [header.join(','), header]))('%s', (_, header) => {
  for (const [at, first] of header.entries()) {
    const others = header.toSpliced(at, 1);
    const rooms = ['Saal 1', 'Saal 2', 'Saal 3'];
    for (const some of [rooms, Array.from({ length: 9 }, (_unused, row) => `Cell ${row}`)]) {
      expect(recognize(listOf([first, ...others], [0], some), time).kind).not.toBe('grid');
      if (header.length > 3) expect(recognize(listOf([first, ...others], [0, 1], some), time).kind).not.toBe('grid');
    }
  }
});

it('never fails, whatever is in the cells', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      '9:00',
      '9:00-9:45',
      '2026-06-05',
      'Friday',
      'Saal 1',
      'Room',
      'Title',
      'Keynote\nAda Lovelace',
      '–',
      '99:99',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 8 }), (rows) => {
      recognize(
        rows.map((cells, at) => ({ line: at + 1, cells })),
        time,
      );
    }),
  );
});
