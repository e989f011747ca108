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
import type { Ref } from 'react';

type WithRef<P> = P & { ref?: Ref<HTMLAnchorElement> };

/** A link within text. */
export const TextLink = createLink((props: WithRef<AnchorProps>) => <Anchor component="a" {...props} />);

/** A link that looks like a button. */
export const ButtonLink = createLink((props: WithRef<ButtonProps>) => <Button component="a" {...props} />);

/** An entry of a list of places; marks itself when it is the current one. */
export const NavItem = createLink((props: WithRef<NavLinkProps>) => <NavLink component="a" {...props} />);
