// @vitest-environment happy-dom
/** A folder that somebody chooses. */
import { afterEach, expect, it, vi } from 'vitest';
import { chooseFolder, type PlacedFile } from './chooseFiles.ts';

afterEach(() => vi.restoreAllMocks());

/** Chooses a folder of files at these paths. */
function chosen(...paths: string[]): PlacedFile[][] {
  const files = paths.map((path) =>
    Object.assign(new File([], path.split('/').at(-1)!), { webkitRelativePath: path }),
  );
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function click(this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: files });
    this.dispatchEvent(new Event('change'));
  });
  const got: PlacedFile[][] = [];
  chooseFolder((placed) => got.push(placed));
  return got;
}

it('comes with its files, each with the folders that it lies in', () => {
  const [placed] = chosen('Site/a.txt', 'Site/Plans/b.txt', 'Site/.DS_Store');
  expect(placed!.map(({ file, folders }) => [file.name, folders])).toEqual([
    ['a.txt', ['Site']],
    ['b.txt', ['Site', 'Plans']],
  ]);
});

it.each([[[]], [['Site/Thumbs.db']]])('of %j comes without files', (paths) => {
  expect(chosen(...paths)).toEqual([[]]);
});
