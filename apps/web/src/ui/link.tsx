/** Mantine's looks on the router's typed links. */
import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AsLink<P> = P & Omit<ComponentProps<'a'>, keyof P>;

/** A link within text. */
export const TextLink = createLink((props: AsLink<AnchorProps>) => <Anchor component="a" {...props} />);

/** A link that looks like a button. */
export const ButtonLink = createLink((props: AsLink<ButtonProps>) => <Button component="a" {...props} />);

/** An entry of a list of places; marks itself when it is the current one. */
export const NavItem = createLink((props: AsLink<NavLinkProps>) => <NavLink component="a" {...props} />);
