export function Workspaces() {
  return null;
}
