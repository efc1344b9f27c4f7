import { useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Field, SelectField } from '../ui/field.tsx';
import { Form, type Outcome, textOf } from '../ui/form.tsx';
import { Card, Row, Rows, Section } from '../ui/settings.tsx';
import classes from './import-comments.module.css';
import { useProjectSettings } from './project-context.ts';
import { type ImportRow, readImport } from './read-import.ts';
import { ImportCommentsDocument } from './settings.generated.ts';

/** Comments of a request. The body of one has at most 1 MiB. */
const BATCH = { rows: 200, bytes: 500_000 };
/** Most failures that the screen lists. */
const LISTED = 100;

interface Progress {
  total: number;
  done: number;
  imported: number;
  skipped: number;
  failed: readonly { index: number; message: string }[];
}

/** Uploads the export of another tool. A second attempt skips what was imported. */
export function ImportComments() {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const { projectId, lockedBecause } = useProjectSettings();
  const [, run] = useMutation(ImportCommentsDocument);
  const [source, setSource] = useState('bugherd');
  const [progress, setProgress] = useState<Progress>();

  async function save(values: FormData): Promise<Outcome> {
    const file = values.get('file');
    const name = source === 'other' ? textOf(values, 'source') : source;
    if (!(file instanceof File) || file.size === 0) return { message: texts.chooseFile };
    let rows: ImportRow[];
    try {
      rows = readImport(await file.text());
    } catch (error) {
      return { message: fill(texts.unreadableFile, { reason: error instanceof Error ? error.message : '' }) };
    }
    let present: Progress = { total: rows.length, done: 0, imported: 0, skipped: 0, failed: [] };
    setProgress(present);
    for (const batch of batchesOf(rows)) {
      const { data, error } = await run({ projectId, source: name, comments: batch });
      if (!data) return { error };
      const { imported, skipped, failed } = data.importComments;
      const offset = present.done;
      present = {
        total: rows.length,
        done: offset + batch.length,
        imported: present.imported + imported,
        skipped: present.skipped + skipped,
        failed: [...present.failed, ...failed.map(({ index, message }) => ({ index: offset + index, message }))],
      };
      setProgress(present);
    }
    return {};
  }

  const count = (value: number) => value.toLocaleString(language);
  return (
    <>
      <Section title={texts.import} hint={texts.importHint} isScreen lockedBecause={lockedBecause('annotation.import')}>
        <Card>
          <Form isNew saveLabel={texts.startImport} onSave={save}>
            <SelectField
              label={texts.importFrom}
              value={source}
              onChange={({ target }) => setSource(target.value)}
              options={[
                ['bugherd', 'BugHerd'],
                ['marker.io', 'Marker.io'],
                ['userback', 'Userback'],
                ['other', texts.otherTool],
              ]}
            />
            {source === 'other' && (
              <Field
                label={texts.toolName}
                hint={texts.toolNameHint}
                name="source"
                defaultValue="csv"
                required
                maxLength={64}
              />
            )}
            <Field
              label={texts.file}
              hint={texts.fileHint}
              name="file"
              type="file"
              accept=".json,.csv,application/json,text/csv"
              required
            />
          </Form>
        </Card>
      </Section>
      {progress && (
        <Section title={texts.importResult}>
          <Card>
            <progress
              className={classes.progress}
              aria-label={texts.importResult}
              max={progress.total}
              value={progress.done}
            />
            <p role="status">
              {fill(texts.importProgress, {
                done: count(progress.done),
                total: count(progress.total),
                imported: count(progress.imported),
                skipped: count(progress.skipped),
                failed: count(progress.failed.length),
              })}
            </p>
          </Card>
          {progress.failed.length > 0 && (
            <Rows empty="">
              {progress.failed.slice(0, LISTED).map(({ index, message }) => (
                <Row key={index} title={fill(texts.importRow, { n: count(index + 1) })} meta={message} />
              ))}
            </Rows>
          )}
        </Section>
      )}
    </>
  );
}

/** Splits rows into requests, by number and size. */
function* batchesOf(rows: readonly ImportRow[]): Generator<ImportRow[]> {
  let batch: ImportRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    if (batch.length > 0 && (batch.length === BATCH.rows || bytes + size > BATCH.bytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(row);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
