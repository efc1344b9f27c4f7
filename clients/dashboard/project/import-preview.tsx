import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { momentOf } from '../i18n/moment.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { Card, Row, Rows, Section } from '../ui/settings.tsx';
import classes from './import-comments.module.css';

/** Most comments and failures that the screen lists. */
export const LISTED = 100;

/** Rows of a file as the service has read them. */
export interface ReadRows {
  total: number;
  done: number;
  imported: number;
  skipped: number;
  failed: readonly { index: number; message: string }[];
  /** The first comments that would be imported, or exist. */
  comments: readonly { index: number; isNew: boolean; item: Readonly<Record<string, unknown>> }[];
}

interface Props {
  read: ReadRows;
  onImport(): void;
}

/** Comments of a file with their values after repairs, before they are imported. */
export function ImportPreview({ read, onImport }: Props) {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const count = (value: number) => value.toLocaleString(language);
  const { imported, skipped, failed, comments } = read;
  const listed = comments.slice(0, LISTED);
  return (
    <Section title={texts.importPreview} hint={texts.importPreviewHint}>
      <Card>
        <p role="status">
          {fill(texts.importPreviewed, {
            imported: count(imported),
            skipped: count(skipped),
            failed: count(failed.length),
          })}
        </p>
        {imported > 0 && (
          <div className={classes.actions}>
            <Button kind="primary" onClick={onImport}>
              {fill(texts.importNow, { n: count(imported) })}
            </Button>
          </div>
        )}
      </Card>
      <Failures failed={failed} />
      {listed.length > 0 && (
        <Rows empty="">
          {listed.map(({ index, isNew, item }) => (
            <Row key={index} title={textOf(item.content)} marks={[!isNew && texts.importExists]} meta={factsOf(item)} />
          ))}
        </Rows>
      )}
    </Section>
  );

  function factsOf({ url, author, status, createdAt }: Readonly<Record<string, unknown>>): string {
    const { name, email } = (author ?? {}) as Readonly<Record<string, unknown>>;
    const time = textOf(createdAt) && momentOf(textOf(createdAt), language);
    const person = [textOf(name), textOf(email)].filter(Boolean).join(', ');
    return [textOf(url), person, time, textOf(status)].filter(Boolean).join(' · ');
  }
}

/** Rows that cannot be imported, with the reasons. */
export function Failures({ failed }: Pick<ReadRows, 'failed'>) {
  const { language } = useApp();
  const texts = useSettingsTexts();
  if (failed.length === 0) return null;
  return (
    <Rows empty="">
      {failed.slice(0, LISTED).map(({ index, message }) => (
        <Row key={index} title={fill(texts.importRow, { n: (index + 1).toLocaleString(language) })} meta={message} />
      ))}
    </Rows>
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
