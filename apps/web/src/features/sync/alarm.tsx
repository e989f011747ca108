import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';

/** What the server did and this device did not go along with. */
export function Alarm({ title, children }: { title: string; children: string }) {
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      {children}
    </Alert>
  );
}
