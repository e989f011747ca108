/** Lets the person choose files, several at once; nothing happens when they think better of it. */
export function chooseFiles(onFiles: (files: File[]) => void): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) onFiles(files);
  });
  input.click();
}

/** Lets the person choose one file; nothing happens when they think better of it. */
export function chooseFile(onFile: (file: File) => void): void {
  const input = Object.assign(document.createElement('input'), { type: 'file' });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) onFile(file);
  });
  input.click();
}

/** A file and the folders that it came in, outermost first; none for a file by itself. */
export interface PlacedFile {
  file: File;
  folders: readonly string[];
}

/** Files with the folders that they came in, and those folders, by their paths, that nothing lies in. */
export interface PlacedTree {
  files: PlacedFile[];
  empty: (readonly string[])[];
}

/** Tells whether a file is one that systems leave in folders for themselves. */
export const isLitter = (name: string): boolean => /^(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);

/** Lets the person choose a folder; all files in it, if any, come with the folders that they lie in. */
export function chooseFolder(onFiles: (files: PlacedFile[]) => void): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', webkitdirectory: true });
  input.addEventListener('change', () => {
    const placed = [...(input.files ?? [])].flatMap((file): PlacedFile[] =>
      isLitter(file.name) ? [] : [{ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }],
    );
    onFiles(placed);
  });
  input.click();
}
