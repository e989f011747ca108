/** Lets the text of the page be selected, or not, as while something is dragged over it. */
export function setSelectable(isSelectable: boolean): void {
  // WebKit knows the property by its old name alone.
  for (const name of ['user-select', '-webkit-user-select'])
    if (isSelectable) document.body.style.removeProperty(name);
    else document.body.style.setProperty(name, 'none');
}
