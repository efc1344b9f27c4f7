import { useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Field, SelectField } from '../ui/field.tsx';
import { Form, type Outcome, textOf } from '../ui/form.tsx';
import { useReport } from '../ui/report.ts';
import { Card, Section } from '../ui/settings.tsx';
import classes from './import-comments.module.css';
import { Failures, ImportPreview, LISTED, type ReadRows } from './import-preview.tsx';
import { useProjectSettings } from './project-context.ts';
import { decodeImport, type ImportRow, readImport } from './read-import.ts';
import { ImportCommentsDocument } from './settings.generated.ts';

/** Comments of a request. The body of one has at most 1 MiB. */
const BATCH = { rows: 200, bytes: 500_000 };

/** A file that was read, and how it is imported. */
interface ChosenFile {
  source: string;
  dateSystem: number;
  rows: readonly ImportRow[];
  preview: ReadRows;
}

/** Uploads the export of another tool after a preview. A second attempt skips what was imported. */
export function ImportComments() {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const { projectId, lockedBecause } = useProjectSettings();
  const report = useReport();
  const [, run] = useMutation(ImportCommentsDocument);
  const [source, setSource] = useState('bugherd');
  const [chosen, setChosen] = useState<ChosenFile>();
  const [progress, setProgress] = useState<ReadRows>();
  const [isImporting, setImporting] = useState(false);

  /** Sends the rows of a file in batches, and tells how far it is. */
  async function send({ rows, ...options }: Omit<ChosenFile, 'preview'>, dryRun: boolean) {
    let read: ReadRows = { total: rows.length, done: 0, imported: 0, skipped: 0, failed: [], comments: [] };
    for (const batch of batchesOf(rows)) {
      const { data, error } = await run({ projectId, ...options, comments: batch, dryRun });
      if (!data) return { read, error };
      const { imported, skipped, failed, preview } = data.importComments;
      const offset = read.done;
      const place = <Item extends { index: number }>(item: Item): Item => ({ ...item, index: offset + item.index });
      read = {
        total: rows.length,
        done: offset + batch.length,
        imported: read.imported + imported,
        skipped: read.skipped + skipped,
        failed: [...read.failed, ...failed.map(place)],
        comments: [...read.comments, ...(preview ?? []).map(place)].slice(0, LISTED),
      };
      if (!dryRun) setProgress(read);
    }
    return { read };
  }

  async function preview(values: FormData): Promise<Outcome> {
    const upload = values.get('file');
    const name = source === 'other' ? textOf(values, 'source') : source;
    setChosen(undefined);
    setProgress(undefined);
    if (!(upload instanceof File) || upload.size === 0) return { message: texts.chooseFile };
    let rows: ImportRow[];
    try {
      rows = readImport(decodeImport(new Uint8Array(await upload.arrayBuffer())));
    } catch (error) {
      return { message: fill(texts.unreadableFile, { reason: error instanceof Error ? error.message : '' }) };
    }
    const file = { source: name, dateSystem: Number(values.get('dateSystem') ?? 1900), rows };
    const { read, error } = await send(file, true);
    if (error) return { error };
    setChosen({ ...file, preview: read });
    return {};
  }

  async function importAll({ preview: _, ...file }: ChosenFile): Promise<void> {
    setImporting(true);
    report(await send(file, false));
    setImporting(false);
    setChosen(undefined);
  }

  const count = (value: number) => value.toLocaleString(language);
  return (
    <>
      <Section title={texts.import} hint={texts.importHint} isScreen lockedBecause={lockedBecause('annotation.import')}>
        <Card>
          <Form isNew saveLabel={texts.previewImport} onSave={preview}>
            <SelectField
              label={texts.importFrom}
              value={source}
              onChange={({ target }) => {
                setSource(target.value);
                setChosen(undefined);
              }}
              options={[
                ['bugherd', 'BugHerd'],
                ['marker.io', 'Marker.io'],
                ['userback', 'Userback'],
                ['other', texts.otherTool],
              ]}
            />
            {source === 'other' && (
              <>
                <Field
                  label={texts.toolName}
                  hint={texts.toolNameHint}
                  name="source"
                  defaultValue="csv"
                  required
                  maxLength={64}
                />
                <SelectField
                  label={texts.dayNumbers}
                  name="dateSystem"
                  onChange={() => setChosen(undefined)}
                  options={[
                    ['1900', texts.dayNumbersFrom1900],
                    ['1904', texts.dayNumbersFrom1904],
                  ]}
                />
              </>
            )}
            <Field
              label={texts.file}
              hint={texts.fileHint}
              name="file"
              type="file"
              accept=".json,.csv,application/json,text/csv"
              onChange={() => setChosen(undefined)}
              required
            />
          </Form>
        </Card>
      </Section>
      {chosen && !isImporting && <ImportPreview read={chosen.preview} onImport={() => void importAll(chosen)} />}
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
          <Failures failed={progress.failed} />
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
