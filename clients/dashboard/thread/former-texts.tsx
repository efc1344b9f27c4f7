import { useApp } from '../app-context.ts';
import { Time } from '../ui/time.tsx';
import classes from './replies.module.css';

/** A text that was replaced. */
export interface FormerText {
  /** Id of the change. */
  id: string;
  text: string;
  /** Time of the change. */
  at: string;
}

interface Props {
  label: string;
  /** Newest first; empty if they are not known. */
  texts: readonly FormerText[];
}

/** Former texts of a comment or a reply, folded. */
export function FormerTexts({ label, texts }: Props) {
  const { language } = useApp();
  if (texts.length === 0) return <p className={classes.edited}>{label}</p>;
  return (
    <details className={classes.edited}>
      <summary>{label}</summary>
      <ol>
        {texts.map(({ id, text, at }) => (
          <li key={id}>
            <del>{text}</del> <Time at={at} language={language} />
          </li>
        ))}
      </ol>
    </details>
  );
}
