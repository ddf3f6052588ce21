// How many values of a property, such as the level, the items of each band have, and what it costs if they all have one.
import type { Cost } from './cost.ts';
import type { Problem, Variety } from './problem.ts';

interface Counts extends Variety {
  readonly valueCount: number;
  /** Of each band and value: its items. */
  readonly items: Int32Array;
  /** Of each band: its items, and how many values they have. */
  readonly known: Int32Array;
  readonly distinct: Int32Array;
}

export class VarietyCounts {
  readonly #varieties: readonly Counts[];

  constructor({ varieties = [], bands }: Problem) {
    this.#varieties = varieties.map((variety) => {
      const valueCount = variety.values.reduce((max, value) => Math.max(max, value + 1), 0);
      const items = new Int32Array(bands * valueCount);
      return { ...variety, valueCount, items, known: new Int32Array(bands), distinct: new Int32Array(bands) };
    });
  }

  /** Adds an item to a band, or takes it away. Returns what that changes in the cost. */
  count(item: number, band: number, by: 1 | -1): Cost {
    let cost = 0;
    for (const variety of this.#varieties) {
      const { values, valueCount, items, known, distinct } = variety;
      const value = values[item] as number;
      if (value < 0) continue;
      if (isUniform(variety, band)) cost -= variety.cost;
      const cell = band * valueCount + value;
      const count = (items[cell] as number) + by;
      items[cell] = count;
      known[band] = (known[band] as number) + by;
      if (count === (by === 1 ? 1 : 0)) distinct[band] = (distinct[band] as number) + by;
      if (isUniform(variety, band)) cost += variety.cost;
    }
    return cost;
  }
}

function isUniform({ known, distinct }: Counts, band: number): boolean {
  return (known[band] as number) > 1 && distinct[band] === 1;
}
