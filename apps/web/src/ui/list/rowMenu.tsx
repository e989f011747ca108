import { Menu } from '@mantine/core';
import {
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

type ButtonProps = Pick<ComponentProps<'button'>, 'aria-haspopup' | 'aria-expanded' | 'onClick' | 'ref'>;

interface RowMenuProps {
  /** Makes the button that opens the menu; it hands everything it is given on. */
  button: (props: ButtonProps) => ReactElement;
  position: 'bottom-start' | 'bottom-end';
  width?: number | undefined;
  /** The menu's items. */
  children: ReactNode;
}

/** Shows a menu of a row. Rows are many and open menus few: all but the button is made when it is first pressed. */
export function RowMenu(props: RowMenuProps) {
  const [isMade, setMade] = useState(false);
  if (isMade) return <MadeMenu {...props} />;
  return props.button({
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setMade(true),
  });
}

/** Opens as soon as it is there; its button takes the focus of the one that was pressed. */
function MadeMenu({ button, position, width, children }: RowMenuProps) {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    target.current?.focus({ preventScroll: true });
    setOpen(true);
  }, []);
  return (
    <Menu
      opened={isOpen}
      onChange={setOpen}
      position={position}
      withinPortal
      {...(width !== undefined && { width })}
    >
      <Menu.Target>{button({ ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
