/** Turns text selection on the page on or off; it is off during a drag. */
export function setSelectable(isSelectable: boolean): void {
  // Safari knows only the prefixed property.
  for (const name of ['user-select', '-webkit-user-select'])
    if (isSelectable) document.body.style.removeProperty(name);
    else document.body.style.setProperty(name, 'none');
}
