import { NavLink, type NavLinkProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type NavItemProps = NavLinkProps & Omit<ComponentProps<'a'>, keyof NavLinkProps>;

/** An entry of a list of places; marks itself when it is the current one. */
export const NavItem = createLink((props: NavItemProps) => <NavLink component="a" {...props} />);
