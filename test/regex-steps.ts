/*
 * Counts the steps of a backtracking search, as V8 does one, and looks for a text that makes them grow faster than the text. It needs
 * no clock. A class, an escape, an anchor and a lookbehind are tried by the RegExp of the platform, in one step each.
 */

/** Goes on with the rest of the pattern at a position. Returns whether the rest matches. */
type Rest = (at: number) => boolean;

interface Part {
  /** Tries to match a text at a position. */
  readonly match: (text: string, at: number, rest: Rest) => boolean;
  /** Texts that the part matches: one for each alternative, up to a limit. */
  readonly examples: readonly string[];
}

/** One of these characters is in each class of a pattern, and another one is not. */
const candidates = [...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), '\n', '\r', '\u0085', 'é'];

const maxExamples = 16;

/** Far more than a linear search of the tried texts takes. */
const maxSteps = 50_000;

class TooManySteps extends Error {}

/** Makes the search of a pattern. */
function compile({ source, flags }: RegExp) {
  let position = 0;
  let steps = 0;
  /** Texts after which a repetition without a limit begins: the longest for each, and all. */
  const starts = new Set(['']);
  const allStarts = new Set<string>();
  /** The classes and characters in such repetitions. */
  const repeated = new Set<string>();
  let atoms: string[] = [];

  const take = (pattern: RegExp): string | undefined => {
    const [found] = new RegExp(pattern, `y${pattern.flags}`).exec(source.slice(position)) ?? [];
    position += found?.length ?? 0;
    return found;
  };

  function readAlternatives(before: readonly string[]): Part {
    const choices = [readSequence(before)];
    while (take(/\|/) !== undefined) choices.push(readSequence(before));
    return {
      match: (text, at, rest) => choices.some(({ match }) => match(text, at, rest)),
      examples: choices.flatMap(({ examples }) => examples),
    };
  }

  function readSequence(before: readonly string[]): Part {
    let all: Part = { match: (_, at, rest) => rest(at), examples: [''] };
    while (position < source.length && !/[|)]/.test(source.charAt(position))) {
      const first = all;
      const next = readQuantified(join(before, first.examples));
      all = {
        match: (text, at, rest) => first.match(text, at, (end) => next.match(text, end, rest)),
        examples: join(first.examples, next.examples),
      };
    }
    return all;
  }

  function readQuantified(before: readonly string[]): Part {
    const outer = atoms;
    atoms = [];
    const { match, examples } = readOne(before);
    const inner = atoms;
    atoms = [...outer, ...inner];
    const quantifier = take(/[*+?]\??|\{\d+(?:,\d*)?\}\??/);
    if (quantifier === undefined) return { match, examples };
    const [, least = quantifier.startsWith('+') ? '1' : '0', most = quantifier.startsWith('?') ? '1' : least] =
      /^\{(\d+)(?:,(\d*))?/.exec(quantifier) ?? [];
    const min = Number(least);
    const max = /^[*+]/.test(quantifier) || most === '' ? Infinity : Number(most);
    if (max === Infinity) {
      starts.add(before.at(-1) ?? '');
      for (const start of before) allStarts.add(start);
      for (const atom of inner) repeated.add(atom);
    }
    const isLazy = quantifier.length > 1 && quantifier.endsWith('?');
    const repeat = (text: string, at: number, count: number, rest: Rest): boolean => {
      const goOn = () =>
        count < max && match(text, at, (end) => (end > at || count < min) && repeat(text, end, count + 1, rest));
      const stop = () => count >= min && rest(at);
      return isLazy ? stop() || goOn() : goOn() || stop();
    };
    const some = examples.map((example) => example.repeat(Math.max(min, 1)));
    return { match: (text, at, rest) => repeat(text, at, 0, rest), examples: min === 0 ? ['', ...some] : some };
  }

  function readOne(before: readonly string[]): Part {
    const lookbehind = take(/\(\?<[=!](?:[^()\\]|\\.|\([^()]*\))*\)/);
    if (lookbehind !== undefined) return makePart(lookbehind, true);
    const group = take(/\((?:\?(?::|=|!|<\w+>))?/);
    if (group !== undefined) {
      const { match, examples } = readAlternatives(before);
      take(/\)/);
      if (group !== '(?=' && group !== '(?!') return { match, examples };
      const isWanted = group === '(?=';
      return { match: (text, at, rest) => match(text, at, () => true) === isWanted && rest(at), examples: [''] };
    }
    const atom = take(/\[(?:[^\]\\]|\\.)*\]|\\[pP]\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\?./is) ?? '';
    if (/^\\[1-9]/.test(atom)) return { match: () => false, examples: [''] }; // the worst case of a backreference
    const isEmpty = /^(?:[$^]|\\b)$/i.test(atom);
    if (!isEmpty) atoms.push(atom);
    return makePart(atom, isEmpty);
  }

  function makePart(atom: string, isEmpty: boolean): Part {
    const pattern = new RegExp(atom, `y${flags.replace(/[gy]/g, '')}`);
    const known = new Map<string, boolean>(); // by character
    const matchesAt = (text: string, at: number) => {
      pattern.lastIndex = at;
      return pattern.test(text);
    };
    return {
      match(text, at, rest) {
        if (++steps > maxSteps) throw new TooManySteps();
        if (isEmpty) return matchesAt(text, at) && rest(at);
        const character = text.charAt(at);
        const doesMatch = known.get(character) ?? matchesAt(text, at);
        known.set(character, doesMatch);
        return doesMatch && rest(at + 1);
      },
      examples: [isEmpty ? '' : findCharacter(atom)],
    };
  }

  const matches = (atom: string, character: string) =>
    new RegExp(`^${atom}$`, flags.replace(/[gy]/g, '')).test(character);
  const findCharacter = (atom: string) => candidates.find((character) => matches(atom, character)) ?? '';

  const { match } = readAlternatives(['']);
  if (position < source.length) throw new Error(`/${source}/: this test cannot read what begins at ${position}.`);

  /** Returns how many steps it takes to find the first match of a text, or all of a global pattern. */
  const countSteps = (text: string): number => {
    steps = 0;
    for (let start = 0; start <= text.length;) {
      let end = start;
      const isFound = match(text, start, (at) => {
        end = at;
        return true;
      });
      if (flags.includes('y') || (isFound && !flags.includes('g'))) break;
      start = Math.max(end, start + 1);
    }
    return steps;
  };

  /** A character for each set of repeated atoms, by the number of its atoms. */
  const bySet = new Map(
    candidates
      .map((character) => [[...repeated].filter((atom) => matches(atom, character)), character] as const)
      .sort(([one], [other]) => one.length - other.length)
      .map(([set, character]) => [set.join(' '), character]),
  );
  return { countSteps, starts: [...starts], allStarts: [...allStarts], characters: [...bySet.values()] };
}

function join(firsts: readonly string[], seconds: readonly string[]): readonly string[] {
  return [...new Set(firsts.flatMap((first) => seconds.map((second) => first + second)))].slice(0, maxExamples);
}

/** Returns a text for which a search takes more than linear time, as its parts; `undefined` if none was found. */
export function findSlowText(pattern: RegExp): readonly [start: string, repeated: string, end: string] | undefined {
  const { countSteps, starts, allStarts, characters } = compile(pattern);
  const words = characters.flatMap((one) => characters.map((other) => (one === other ? one : one + other)));
  const ends = ['', `${characters[0] ?? ''}\n`];
  const texts = [
    ...starts.flatMap((start) => words.map((word) => [start, word] as const)),
    ...allStarts.filter((word) => word !== '').map((word) => ['', word] as const),
  ].flatMap(([start, word]) => ends.map((end) => [start, word, end] as const));
  return texts.find(([start, word, end]) => isSlow((count) => countSteps(start + word.repeat(count) + end)));
}

function isSlow(countSteps: (length: number) => number): boolean {
  try {
    const [one, two, four] = [countSteps(24), countSteps(48), countSteps(96)];
    return four - two > 2.5 * (two - one);
  } catch (error) {
    if (error instanceof TooManySteps) return true;
    throw error;
  }
}
