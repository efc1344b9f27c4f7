import { useState } from 'react';
import { useApp } from '../app-context.ts';
import classes from './element-history.module.css';

/** Two pictures of an element, one over the other, with a divider that a pointer or keys move. */
export function ProofSlider({ before, after }: { before: string; after: string }) {
  const { messages } = useApp();
  const [split, setSplit] = useState(50);
  return (
    <div className={classes.slider} style={{ '--split': `${split}%` } as object}>
      <img src={before} alt={messages.before} draggable={false} />
      <img src={after} alt={messages.after} className={classes.after} draggable={false} />
      <span className={classes.divider} aria-hidden="true" />
      <span className={classes.label}>{messages.before}</span>
      <span className={classes.label} data-side="after">
        {messages.after}
      </span>
      <input
        type="range"
        aria-label={messages.swipePosition}
        min={0}
        max={100}
        value={split}
        onChange={({ target }) => setSplit(Number(target.value))}
      />
    </div>
  );
}
