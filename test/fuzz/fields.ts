// Generates the fields of requests, each with the knowledge whether the specification allows it. Must not know the contract.
import * as fc from 'fast-check';
import {
  type SpecifiedEndpoint,
  type SpecifiedField,
  type SpecifiedLimits,
  speakerFields,
  submissionFields,
} from '../support/specification.ts';

export interface FieldValue {
  readonly name: string;
  /** Undefined if it is left out. */
  readonly value: unknown;
  readonly isValid: boolean;
}

/** Any text that can be stored: without NUL and halves of surrogate pairs. */
const storable = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    "'; DROP TABLE speakers; --",
    '%',
    '\\',
    '"',
    '\u2028',
    '\ufeff',
    '\u202e',
    '1e999',
    '__proto__',
    'null',
    ' ',
  ),
);
const unstorable = fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udfff', '\udc00\ud800');
const notText = fc.constantFrom<unknown>(1, 0, -1, 1.5, 1e308, true, false, [], ['x'], {}, { a: 1 }, [[]]);

/** The service has a limit of its own where the specification shows none. */
const ownLimits: Readonly<Record<string, number>> = { status: 32 };

const inBody: Readonly<Record<string, readonly SpecifiedField[]>> = {
  createSpeaker: speakerFields.filter(({ create }) => create !== undefined),
  updateSpeaker: speakerFields.filter(({ update }) => update !== undefined),
  createSubmission: submissionFields.filter(({ create }) => create !== undefined),
  updateSubmission: submissionFields.filter(({ update }) => update !== undefined),
};

/** The fields of a request for an endpoint, in any order. */
export function fieldsFor({ name, method }: SpecifiedEndpoint): fc.Arbitrary<readonly FieldValue[]> {
  const fields = inBody[name];
  if (fields !== undefined) {
    return fc
      .tuple(...fields.map((field) => fieldOf(field, name.startsWith('create'))))
      .map((all) => all.filter(isSent));
  }
  if (name === 'placeSession')
    return fc.tuple(textValue('room', { required: true, min: 1 }, false), start).map((all) => [...all]);
  const numbers = method === 'GET' ? numbersInQuery : numbersInBody;
  const texts = ['status', 'track'].map((filter) =>
    method === 'GET' ? queryText(filter) : textValue(filter, {}, false),
  );
  return fc
    .tuple(...texts, numberValue('page', numbers), numberValue('pageSize', numbers))
    .map((all) => all.filter(isSent));
}

/** A field that is left out matters only if it is required. */
function isSent({ value, isValid }: FieldValue): boolean {
  return value !== undefined || !isValid;
}

function fieldOf({ name, orNull, create, update }: SpecifiedField, isCreation: boolean): fc.Arbitrary<FieldValue> {
  return textValue(
    name,
    (isCreation ? create : update) ?? {},
    orNull === true,
    isCreation ? undefined : ownLimits[name],
  );
}

function textValue(
  name: string,
  { required, min = 0, max }: SpecifiedLimits,
  orNull: boolean,
  own?: number,
): fc.Arbitrary<FieldValue> {
  const most = max ?? own;
  const long = most ?? 60_000;
  const length = (text: string) => [...text].length;
  const isAllowed = (text: string) =>
    length(text) >= min && (most === undefined || length(text) <= most) && !text.includes('\0');
  const valid = fc.oneof(
    { weight: 6, arbitrary: storable.filter(isAllowed) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('x'.repeat(Math.max(min, 1)), '\u{1f600}'.repeat(long), 'é'.repeat(long))
        .filter(isAllowed),
    },
    ...(orNull ? [{ weight: 1, arbitrary: fc.constant(null) }] : []),
  );
  const invalid = fc.oneof(
    unstorable.map((text) => text.padEnd(min, 'x')),
    notText,
    ...(most === undefined ? [] : [fc.constantFrom('x'.repeat(most + 1), '\u{1f600}'.repeat(most + 1))]),
    ...(min === 0 ? [] : [fc.constantFrom('', '\u{1f600}'.repeat(min - 1))]),
    ...(orNull ? [] : [fc.constant(null)]),
  );
  return oneOf(name, { valid, invalid, isRequired: required === true });
}

/** Left out, valid or invalid. Most are valid: a request with one fault is more telling than one with ten. */
function oneOf(
  name: string,
  { valid, invalid, isRequired }: { valid: fc.Arbitrary<unknown>; invalid: fc.Arbitrary<unknown>; isRequired: boolean },
) {
  return fc.oneof(
    { weight: isRequired ? 40 : 12, arbitrary: valid.map((value): FieldValue => ({ name, value, isValid: true })) },
    { weight: 1, arbitrary: invalid.map((value): FieldValue => ({ name, value, isValid: false })) },
    {
      weight: isRequired ? 1 : 20,
      arbitrary: fc.constant<FieldValue>({ name, value: undefined, isValid: !isRequired }),
    },
  );
}

interface Table {
  readonly valid: readonly unknown[];
  readonly invalid: readonly unknown[];
}

/** Pydantic's lax mode: numeric text and whole floats are whole numbers, booleans are 0 and 1. */
const numbersInBody: Table = {
  valid: [1, 2, 100, '1', '01', ' 2 ', '+3', 1.0, '1.0', true, '1_0'],
  invalid: [0, -1, 1.5, 'x', '', '1e2', '0x1', null, [], {}, 2 ** 31, 1e308, '9'.repeat(5000), false, '1 2', '１'],
};
const numbersInQuery: Table = {
  valid: ['1', '2', '100', '01', ' 2 ', '+3', '1.0', '1_0'],
  invalid: ['0', '-1', '1.5', 'x', '', '1e2', 'true', 'null', '2147483648', '9'.repeat(5000), '１', '[]'],
};

function numberValue(name: string, { valid, invalid }: Table): fc.Arbitrary<FieldValue> {
  return oneOf(name, { valid: fc.constantFrom(...valid), invalid: fc.constantFrom(...invalid), isRequired: false });
}

function queryText(name: string): fc.Arbitrary<FieldValue> {
  return oneOf(name, {
    valid: storable.filter((text) => !text.includes('\0')),
    invalid: fc.constant('a\0b'),
    isRequired: false,
  });
}

/** The event is in Berlin. */
const starts: Table = {
  valid: [
    '2027-05-20T09:30:00+02:00',
    '2027-05-20T07:30:00Z',
    '2027-05-20 09:30',
    ' 2027-05-20T09:30:00.5+02:00 ',
    '1900-01-01T00:00:00Z',
    '2200-12-31T23:59:59-23:59',
  ],
  invalid: [
    '',
    'x',
    '2027-03-28 02:30',
    '2026-10-25 02:30',
    '2027-02-30T09:00:00Z',
    '1899-12-31T00:00:00Z',
    '2027-05-20',
    '2027-05-20T24:00:00Z',
    '2027-05-20T09:30:00+24:00',
    '\ud800',
    '2027-05-20T09:30:00+02:00\0',
    1,
    null,
    {},
    '20270520T093000Z',
    'x'.repeat(100_000),
  ],
};
const start = oneOf('start', {
  valid: fc.constantFrom(...starts.valid),
  invalid: fc.constantFrom(...starts.invalid),
  isRequired: true,
});
