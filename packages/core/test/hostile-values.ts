/** A value that a caller without types may pass. */
export interface HostileValue {
  readonly what: string;
  /** Makes a new one. */
  make(): unknown;
}

/** What callers without types may pass, by mistake or in an attack. */
export const hostileValues: readonly HostileValue[] = [
  ...[null, undefined, true, 0, -0, 1, NaN, Infinity, 2 ** 53, 1n, 2n ** 64n, '', '\ud800', 'x'.repeat(1e6)].map(
    primitive,
  ),
  { what: 'a symbol', make: () => Symbol('hostile') },
  { what: 'a function', make: () => () => 1 },
  { what: 'a class', make: () => Map },
  { what: 'an array', make: () => [1, 2] },
  { what: 'an array with holes', make: () => new Array<unknown>(3) },
  { what: 'an array that holds itself', make: selfHoldingArray },
  { what: 'an object without a prototype', make: () => Object.create(null) as unknown },
  { what: 'an object that is its own field', make: selfHoldingObject },
  { what: 'an object that cannot be printed', make: () => ({ toString: fail, valueOf: fail, toJSON: fail }) },
  { what: 'an object whose conversion fails', make: () => ({ [Symbol.toPrimitive]: fail }) },
  { what: 'getters that throw', make: gettersThatThrow },
  { what: 'getters that throw undefined', make: () => Object.defineProperty({}, 'name', { get: throwUndefined }) },
  { what: 'a thenable', make: () => ({ then: fail }) },
  { what: 'a promise', make: () => Promise.resolve({ name: 'Rex', categoryId: 1 }) },
  { what: 'an iterable that never ends', make: endlessIterable },
  { what: 'a map', make: () => new Map([['limit', 0]]) },
  { what: 'a date', make: () => new Date(NaN) },
  { what: 'a boxed string', make: () => new String('Rex') },
  { what: 'a boxed number', make: () => new Number(1) },
  { what: 'an error', make: () => new Error('hostile') },
  { what: 'a proxy whose every trap throws', make: () => new Proxy({}, everyTrapThrows) },
  { what: 'a function proxy whose every trap throws', make: () => new Proxy(() => 1, everyTrapThrows) },
  { what: 'a revoked proxy', make: () => revoked({}) },
  { what: 'a revoked proxy of an array', make: () => revoked([]) },
  { what: 'a proxy that has every field', make: () => new Proxy({}, { get: () => 1, has: () => true }) },
];

function primitive(value: unknown): HostileValue {
  const text = typeof value === 'string' ? `a string of ${value.length}` : Object.is(value, -0) ? '-0' : String(value);
  return { what: typeof value === 'bigint' ? `${text}n` : text, make: () => value };
}

function fail(): never {
  throw new Error('hostile');
}

function throwUndefined(): never {
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- the point of this value
  throw undefined;
}

const everyTrapThrows: ProxyHandler<object> = Object.fromEntries(
  Object.getOwnPropertyNames(Reflect).map((trap) => [trap, fail]),
);

function revoked(target: object): object {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

function gettersThatThrow(): object {
  const fields = ['name', 'categoryId', 'status', 'id', 'limit', 'length', 'then', 'constructor'];
  return Object.defineProperties(
    {},
    Object.fromEntries(fields.map((field) => [field, { get: fail, enumerable: true }])),
  );
}

function endlessIterable(): object {
  return {
    *[Symbol.iterator]() {
      for (;;) yield 1;
    },
  };
}

function selfHoldingArray(): unknown[] {
  const array: unknown[] = [];
  array.push(array);
  return array;
}

function selfHoldingObject(): object {
  const object: Record<string, unknown> = {};
  return Object.assign(object, { name: object, categoryId: object, limit: object });
}
