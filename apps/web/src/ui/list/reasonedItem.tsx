import { Menu, type MenuItemProps, Text } from '@mantine/core';

interface ReasonedItemProps extends MenuItemProps {
  /** Why it cannot be done; undefined where it can. */
  whyNot: string | undefined;
  onClick: () => void;
}

/** Offers something in a menu. Where it cannot be done it says why, and the keyboard reaches that: it passes over a disabled item. */
export function ReasonedItem({ whyNot, onClick, children, ...props }: ReasonedItemProps) {
  const isRefused = whyNot !== undefined;
  return (
    <Menu.Item
      {...props}
      aria-disabled={isRefused || undefined}
      closeMenuOnClick={!isRefused}
      onClick={isRefused ? undefined : onClick}
    >
      {children}
      {isRefused && (
        <Text size="xs" c="var(--ink-quiet)">
          {whyNot}
        </Text>
      )}
    </Menu.Item>
  );
}
