import css from './wordmark.module.css';

/** Shows the product's name. */
export function Wordmark() {
  return (
    <span className={css.root}>
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <rect width="32" height="32" rx="6" fill="var(--accent)" />
        <path
          d="M10 7v18M10 17 21 7M14 14l8 11"
          fill="none"
          stroke="#fff"
          strokeWidth="3.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Kontor
    </span>
  );
}
