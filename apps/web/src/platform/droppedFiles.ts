/** Returns true if files are dragged over the page (and not, say, a link). */
export const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Keeps the browser from opening, in place of the app, a file that is dropped where nothing takes it. */
export function refuseDrops(): void {
  window.addEventListener('dragover', (event) => {
    if (!holdsFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    event.dataTransfer!.dropEffect = 'none';
  });
  window.addEventListener('drop', (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
}
