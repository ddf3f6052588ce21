// Cells of grids that may hold more than a title, and those that are a title alone.
import { expect, it } from 'vitest';
import { mayHoldMore } from './doubtful-title.ts';

it.each([
  'Karten\nUte Meißner',
  'QGIS (Jonas Weber)',
  'QGIS（山田太郎）',
  'QGIS（山田 太郎）',
  'Routing – Tjark Harms',
  'Routing | Tjark Harms, Ann Muster',
  'Anna Krüger: Routing',
  'Routing: Anna Krüger',
  'Testing: Best Practices',
  'QGIS (abgesagt)',
  'Cancelled: QGIS',
])('%j may hold more', (cell) => expect(mayHoldMore(cell)).toBe(true));

it.each([
  'Kuchen im Netz',
  'QGIS (part 2)',
  'QGIS (advanced)',
  'Rust – from zero to one',
  'Kubernetes 1.30 – what is new',
  'C++/Python interop',
  'Opening keynote',
  'Ódy',
])('%j is a title', (cell) => expect(mayHoldMore(cell)).toBe(false));
