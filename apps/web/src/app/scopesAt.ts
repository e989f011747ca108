/** The scopes that a page shows and that alone it waits for; none where it shows what lies in many. */
export function scopesAt(pathname: string): string[] {
  const [, , area, id] = pathname.split('/');
  return area === 'projects' && id ? [id] : [];
}

/** The ids of the things that a page of a workspace shows: its project, customer, room or request to sign, and what is open over it. */
export function subjectsAt({ pathname, search }: { pathname: string; search: object }): string[] {
  const [area, id] = pathname.replace('/dashboard', '').split('/').slice(2);
  const { item, file } = search as { item?: string; file?: string };
  const place = ['projects', 'customers', 'chat', 'signatures'].includes(area ?? '') ? id : undefined;
  return [place, item, file].filter((each) => each !== undefined);
}
