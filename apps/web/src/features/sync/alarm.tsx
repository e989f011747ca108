import { Alert, Button } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';

interface AlarmProps {
  title: string;
  children: string;
  /** The action that a person can take about it. */
  act?: { label: string; onClick: () => void };
}

/** Tells what the server did that this device refused to go along with. */
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
