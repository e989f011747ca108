/** Moves the focus to the first field of a form that says what is wrong with it, as soon as it does. */
export function goToFault(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
