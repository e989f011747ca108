/** Number of frames to wait for a field to say what is wrong with it: about half a second. */
const patience = 30;

/** The places that need attention before a form is saved: a field that is not valid, or a conflict to decide. */
const wanting = '[aria-invalid="true"], [data-conflict]';

/**
 * Moves the focus to the first place of a form that needs attention, as soon as there is one: errors from a server's
 * answer are not always on the page by the next frame.
 */
export function focusFirstError(form: HTMLElement, frames = patience): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>(wanting);
    if (field) field.focus();
    else if (frames > 1 && form.isConnected) focusFirstError(form, frames - 1);
  });
}
