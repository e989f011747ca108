/** Mantine's looks on the router's typed links. */
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AsLink<P> = P & Omit<ComponentProps<'a'>, keyof P>;

/** A link within text. */
export const TextLink = createLink((props: AsLink<AnchorProps>) => (
  <Anchor component="a" underline="always" {...props} />
));

/** A link that looks like a button. */
export const ButtonLink = createLink((props: AsLink<ButtonProps>) => <Button component="a" {...props} />);
