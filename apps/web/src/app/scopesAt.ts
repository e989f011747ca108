/** The scopes that a page shows and that alone it waits for; none where it shows what lies in many. */
export function scopesAt(pathname: string): string[] {
  const [, , area, id] = pathname.split('/');
  return area === 'projects' && id ? [id] : [];
}
