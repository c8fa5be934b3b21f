import { awkwardIntegers, awkwardParts, hugeName } from '@petstore/core/awkward-values';

/** Awkward integers, as adapters read and write them. */
export const awkwardDecimals = awkwardIntegers.map(String);

/** A few names that show most mistakes, for cases in which all names would take too long. */
export const fewNames: readonly string[] = [
  '',
  awkwardParts.join('|'),
  'Rex\n',
  'Rex%20%C3%A9%2B',
  'null',
  '007',
  '2026-11-25T10:00:00Z',
  hugeName,
];
