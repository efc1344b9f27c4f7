/** Sign of the product: a pin. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="var(--accent)" aria-hidden="true">
      <path d="M16 2a13 13 0 1 1 0 26H5a2 2 0 0 1-2-2V15A13 13 0 0 1 16 2zm0 8a5 5 0 1 0 0 10 5 5 0 0 0 0-10z" />
    </svg>
  );
}
