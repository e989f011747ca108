/** Paper and ink: the palette, type and measures of the whole app. The same values stand as CSS names in `theme.css`. */
import {
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core';

// Index 6 is the colour itself, 7 what it becomes under the pointer, 0 to 2 the tints behind text of that colour.
const petrol: MantineColorsTuple = [
  '#eef5f5',
  '#d9e9ea',
  '#b6d5d7',
  '#8dbcc0',
  '#5d9da3',
  '#2f7b82',
  '#0b5c63',
  '#084a50',
  '#06393e',
  '#04282c',
];
const gray: MantineColorsTuple = [
  '#fbfaf7',
  '#f5f3ee',
  '#efece5',
  '#e7e4dc',
  '#d6d2c8',
  '#8a8f98',
  '#656c79',
  '#4b5058',
  '#33373d',
  '#1c1f23',
];
const red: MantineColorsTuple = [
  '#fef3f2',
  '#fee4e2',
  '#fecdca',
  '#fda29b',
  '#f97066',
  '#d92d20',
  '#b42318',
  '#912018',
  '#7a271a',
  '#55160c',
];
const orange: MantineColorsTuple = [
  '#fffaeb',
  '#fef0c7',
  '#fedf89',
  '#fec84b',
  '#fdb022',
  '#dc6803',
  '#b54708',
  '#93370d',
  '#7a2e0e',
  '#4e1d09',
];
const green: MantineColorsTuple = [
  '#ecfdf3',
  '#d1fadf',
  '#a6f4c5',
  '#6ce9a6',
  '#32d583',
  '#039855',
  '#027a48',
  '#05603a',
  '#054f31',
  '#053321',
];

const radius = '0.375rem';
const shadow = '0 4px 16px rgb(28 31 35 / 12%), 0 1px 3px rgb(28 31 35 / 8%)';

/** The overlay between a dialog and the page. */
const veil = { color: gray[9], backgroundOpacity: 0.25, blur: 0 };

/**
 * Browsers write the content of a field into their session files, in clear and beyond the sign-out, unless the field
 * says `off`. Fields whose content is no secret name what they hold instead.
 */
const notKept = { autoComplete: 'off' };

/** Enter takes the first of what is left of a list once somebody has typed. */
const offersFirst = { selectFirstOptionOnChange: true };

export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: 6,
  colors: { petrol, gray, red, orange, green },
  black: '#1c1f23',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.3334', sm: '1.42858', md: '1.42858', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.42858' },
    },
  },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  radius: { xs: radius, sm: radius, md: radius, lg: radius, xl: radius },
  defaultRadius: 'sm',
  shadows: { xs: shadow, sm: shadow, md: shadow, lg: shadow, xl: shadow },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // The only thing in its list; a list without options is none to a screen reader.
    ComboboxEmpty: { defaultProps: { role: 'option', 'aria-disabled': true, 'aria-selected': false } },
    DateInput: { defaultProps: notKept },
    Drawer: { defaultProps: { overlayProps: veil, transitionProps: { duration: 140 } } },
    InputBase: { defaultProps: notKept },
    Menu: {
      // Without the placeholder the first item gets the focus, and the menu holds nothing but items.
      defaultProps: { shadow: 'sm', transitionProps: { duration: 100 }, withInitialFocusPlaceholder: false },
    },
    Modal: { defaultProps: { centered: true, overlayProps: veil, transitionProps: { duration: 120 } } },
    MultiSelect: { defaultProps: offersFirst },
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
    // What somebody opens lies over dialogs and toasts: a toast under the pointer would never go.
    Popover: { defaultProps: { shadow: 'sm', transitionProps: { duration: 100 }, zIndex: 450 } },
    SegmentedControl: { defaultProps: { transitionDuration: 120 } },
    Select: { defaultProps: offersFirst },
    Spotlight: { defaultProps: { centered: false, overlayProps: veil, transitionProps: { duration: 100 } } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 100 } } },
  },
});

/** Returns quiet variants: text in the colour itself on its lightest tint. */
const tinted = (name: string, tuple: MantineColorsTuple) => ({
  [`--mantine-color-${name}-light`]: tuple[0],
  [`--mantine-color-${name}-light-hover`]: tuple[1],
  [`--mantine-color-${name}-light-color`]: tuple[6],
});

/**
 * Returns variables of style sheets: hairlines for boxes, ink for errors; inputs get their darker border in
 * `theme.css`.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-default-border': gray[3],
    '--mantine-color-placeholder': gray[6],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-error': red[6],
    ...tinted('petrol', petrol),
    ...tinted('red', red),
    ...tinted('orange', orange),
    ...tinted('green', green),
  },
  dark: {},
});

/** Stores the colour mode; only the light one exists. */
export const colorScheme = localStorageColorSchemeManager({ key: 'nuxt-color-mode' });
