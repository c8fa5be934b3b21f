import { applyTo, type DataOperation, type DiskImage, type DiskOperation } from './memory-disk.ts';

type NameOperation = Extract<DiskOperation, { kind: 'create' | 'rename' | 'remove' }>;

/** The state of a disk after some operations. */
interface Disk {
  readonly names: ReadonlyMap<string, number>;
  readonly contents: ReadonlyMap<number, Uint8Array>;
}

/**
 * The images that a killed process may leave. All operations before the kill are done. If the next one is a write, any prefix of it
 * may be done too.
 *
 * @param count how many operations were done
 */
export function* imagesAfterKill(start: DiskImage, operations: readonly DiskOperation[], count: number) {
  const done = operations.slice(0, count).reduce(apply, createDisk(start));
  yield createImage(done);
  const next = operations[count];
  if (next?.kind !== 'write') return;
  for (let length = 1; length < next.bytes.length; length++) {
    yield createImage(apply(done, { ...next, bytes: next.bytes.subarray(0, length) }));
  }
}

/**
 * The images that a power cut may leave. Everything that was synced is there. Of what was not synced:
 *
 * - Any prefix of the operations on the content of a file may be there, even a part of a write.
 * - The length may be from another moment than the content. Missing bytes are zeros.
 * - Any prefix of the operations on the names of a directory may be there.
 *
 * @param count how many operations were done
 */
export function* imagesAfterPowerCut(start: DiskImage, operations: readonly DiskOperation[], count: number) {
  const done = operations.slice(0, count);
  const lastDirectorySync = done.findLastIndex(({ kind }) => kind === 'syncDirectory');
  const pendingNames = done.filter(
    (operation, at): operation is NameOperation => at > lastDirectorySync && isName(operation),
  );
  const durable = done.filter((operation, at) => !isPending(done, operation, at)).reduce(apply, createDisk(start));

  for (let namesDone = 0; namesDone <= pendingNames.length; namesDone++) {
    const named = pendingNames.slice(0, namesDone).reduce(apply, durable);
    const inodes = new Set(done.flatMap((operation) => ('inode' in operation ? [operation.inode] : [])));
    yield createImage(named);
    for (const inode of inodes) {
      const lastSync = done.findLastIndex((operation) => operation.kind === 'sync' && operation.inode === inode);
      const pending = done.filter(
        (operation, at): operation is DataOperation => at > lastSync && isData(operation) && operation.inode === inode,
      );
      for (const content of contentsAfterPowerCut(durable.contents.get(inode) ?? new Uint8Array(), pending)) {
        yield createImage({ ...named, contents: new Map(named.contents).set(inode, content) });
      }
    }
  }
}

function* contentsAfterPowerCut(synced: Uint8Array, pending: readonly DataOperation[]) {
  const moments = [synced];
  for (const operation of pending) moments.push(applyTo(moments.at(-1) ?? synced, operation));

  for (const content of moments) {
    for (const { length } of moments) yield ofLength(content, length);
  }
  for (const [at, operation] of pending.entries()) {
    if (operation.kind !== 'write') continue;
    const before = moments[at] ?? synced;
    const after = moments[at + 1] ?? synced;
    for (let length = 1; length < operation.bytes.length; length++) {
      const begun = applyTo(before, { ...operation, bytes: operation.bytes.subarray(0, length) });
      yield begun;
      yield ofLength(begun, after.length);
    }
  }
}

function isPending(done: readonly DiskOperation[], operation: DiskOperation, at: number): boolean {
  if (isName(operation)) return !done.some(({ kind }, later) => later > at && kind === 'syncDirectory');
  if (!isData(operation)) return false;
  return !done.some((sync, later) => later > at && sync.kind === 'sync' && sync.inode === operation.inode);
}

function isName({ kind }: DiskOperation): boolean {
  return kind === 'create' || kind === 'rename' || kind === 'remove';
}

function isData(operation: DiskOperation): operation is DataOperation {
  return operation.kind === 'write' || operation.kind === 'truncate';
}

function createDisk(image: DiskImage): Disk {
  const files = Object.entries(image);
  return {
    names: new Map(files.map(([path], index) => [path, index + 1])),
    contents: new Map(files.map(([, content], index) => [index + 1, content])),
  };
}

function apply(disk: Disk, operation: DiskOperation): Disk {
  const names = new Map(disk.names);
  const contents = new Map(disk.contents);
  switch (operation.kind) {
    case 'create':
      names.set(operation.path, operation.inode);
      break;
    case 'rename':
      names.set(operation.to, names.get(operation.from) ?? 0);
      names.delete(operation.from);
      break;
    case 'remove':
      names.delete(operation.path);
      break;
    case 'write':
    case 'truncate':
      contents.set(operation.inode, applyTo(contents.get(operation.inode) ?? new Uint8Array(), operation));
      break;
    case 'sync':
    case 'syncDirectory':
      break;
  }
  return { names, contents };
}

function createImage({ names, contents }: Disk): DiskImage {
  return Object.fromEntries([...names].map(([path, inode]) => [path, contents.get(inode) ?? new Uint8Array()]));
}

function ofLength(content: Uint8Array, length: number): Uint8Array {
  const resized = new Uint8Array(length);
  resized.set(content.subarray(0, length));
  return resized;
}
