// When a database counts as one that accepts writes, and which writes wait for that.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Driver, StoreUnavailable, StoreUncertain } from './driver.ts';
import { readinessOf } from './readiness.ts';
import { steps } from './steps.ts';

const uncertain = new StoreUncertain(new Error('the connection was lost'));
const full = new StoreUnavailable('full');

/** What happens at the next commits. */
let failures: (Error | undefined)[];
/** The statements of all transactions that began, in their order. */
let begun: string[][];
let readiness: ReturnType<typeof readinessOf>;

beforeEach(() => {
  [failures, begun] = [[], []];
  const driver: Pick<Driver, 'transaction' | 'checkDisk'> = {
    async transaction(work) {
      const texts: string[] = [];
      begun.push(texts);
      const query = async <Row>(text: string) => {
        texts.push(text);
        return [{ form: String(steps.length) }] as Row[];
      };
      const result = await work(query, false);
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      return result;
    },
    checkDisk: async () => undefined,
  };
  readiness = readinessOf(driver);
});

const write = () => readiness.transaction(async (query) => query('a write'));

describe('readiness', () => {
  it('is proved by one write, however many ask at once', async () => {
    await Promise.all(Array.from({ length: 100 }, () => readiness.check()));
    expect(begun).toHaveLength(1);
    expect(begun[0]).toContain('UPDATE plenary_schema SET form = form RETURNING form');
  });

  it('fails with the reason of the database, for all who ask at once', async () => {
    failures = [full];
    const checks = Array.from({ length: 3 }, () => readiness.check());
    for (const outcome of await Promise.allSettled(checks)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: full });
    }
  });

  it('fails as a database that is not ready if the commit of the proof is unknown', async () => {
    failures = [uncertain];
    await expect(readiness.check()).rejects.toMatchObject({ reason: 'unconfirmed' });
  });
});

describe('a write', () => {
  it('needs no proof', async () => {
    failures = [full];
    await expect(write()).rejects.toBe(full);
    await write();
    expect(begun).toEqual([['a write'], ['a write']]);
  });

  it('begins after an unknown commit only when another commit is confirmed', async () => {
    await readiness.check();
    failures = [uncertain, new StoreUnavailable('locked')];
    await expect(write()).rejects.toBe(uncertain);
    // The proof from before the unknown commit does not count.
    const refused = await Promise.allSettled([write(), write()]);
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: { reason: 'unconfirmed' } });
    }
    expect(begun).toHaveLength(3);
  });

  it('needs no proof once another commit is confirmed', async () => {
    failures = [uncertain];
    await expect(write()).rejects.toBe(uncertain);
    await write();
    await write();
    expect(begun.map(([first]) => first)).toEqual([
      'a write',
      'UPDATE plenary_schema SET form = form RETURNING form',
      'a write',
      'a write',
    ]);
  });
});
