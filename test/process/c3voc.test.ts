// Schedules of c3voc against the schemas that c3voc publishes, if those are available.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { scheduleJsonOf, scheduleXmlOf } from '../../src/schedule/export/c3voc.ts';
import { hostile, session, timetable } from '../support/timetables.ts';

const one = session('2026-05-03T00:30:00+02:00', 90, {
  submissionId: 'sub_1',
  title: 'Night & day',
  track: 'Community',
  format: 'Workshop',
  abstract: 'Bring <a> laptop.',
});

const folder = new URL('../../../shared/data/c3voc/', import.meta.url).pathname;
const [schema, xsd] = [`${folder}schedule.schema.json`, `${folder}schedule.xml.xsd`];
const xmllint = (process.env.PATH ?? '').split(':').some((bin) => existsSync(`${bin}/xmllint`));

const cases = [
  ['a session', timetable([one])],
  ['an empty one', timetable([])],
  ['hostile texts', hostile],
  [
    'names of one letter',
    timetable([{ ...one, title: 'X', room: 'Y', people: [] }], { title: 'Z', zone: 'Etc/GMT+1' }),
  ],
  ['names without any Latin letter', timetable([{ ...one, title: '会議' }], { title: '会議' })],
  ['a session of a week', timetable([session('2026-05-02T09:00:00+02:00', 7 * 24 * 60)])],
  [
    'one submission at two times',
    timetable([one, { ...one, startMs: one.endMs, endMs: one.endMs + 60_000 }]),
  ],
] as const;

const missingSchema = existsSync(schema) ? '' : 'the schema is not here: ';
describe.skipIf(missingSchema !== '')(`${missingSchema}the JSON is valid`, () => {
  it.each(cases)('for %s', (_, given) => {
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
    formats.default(ajv);
    const { $schema, ...rules } = JSON.parse(readFileSync(schema, 'utf8'));
    expect($schema).toContain('draft-06');
    const validate = ajv.compile(rules);
    validate(JSON.parse(scheduleJsonOf(given)));
    expect(validate.errors).toBe(null);
  });
});

const missingXsd = xmllint && existsSync(xsd) ? '' : 'xmllint or the XSD is not here: ';
describe.skipIf(missingXsd !== '')(`${missingXsd}the XML is valid`, () => {
  it.each(cases)('for %s', (_, given) => {
    const args = ['--noout', '--nonet', '--schema', xsd, '-'];
    // Throws with the messages of xmllint if it is invalid.
    execFileSync('xmllint', args, { input: Buffer.from(scheduleXmlOf(given)), stdio: 'pipe' });
  });
});
