/** Frames to wait for a field to say what is wrong with it: about half a second. */
const patience = 30;

/**
 * Moves the focus to the first field of a form that says what is wrong with it, as soon as it does: what an answer of the
 * server brings is not always on the page by the next frame.
 */
export function goToFault(form: HTMLElement, frames = patience): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (frames > 1 && form.isConnected) goToFault(form, frames - 1);
  });
}
