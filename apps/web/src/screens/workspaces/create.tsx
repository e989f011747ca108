export function CreateWorkspace() {
  return null;
}
