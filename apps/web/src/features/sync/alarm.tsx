import { Alert, Button } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';

interface AlarmProps {
  title: string;
  children: string;
  /** What a person can do about it. */
  act?: { label: string; onClick: () => void };
}

/** Tells what the server did and this device did not go along with. */
export function Alarm({ title, children, act }: AlarmProps) {
  return (
    <Alert color="red" variant="light" title={title} role="alert">
      {children}
      {act && (
        <div>
          <Button size="compact-xs" variant="default" mt={8} onClick={act.onClick}>
            {act.label}
          </Button>
        </div>
      )}
    </Alert>
  );
}
