import { useApp } from '../app-context.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import classes from './day-chart.module.css';

/** Units of the drawing, which is stretched to the width of its ground. */
const HEIGHT = 100;

interface Props {
  /** Name of the counted thing. */
  label: string;
  /** Days, `yyyy-mm-dd`, oldest first. */
  rows: readonly (readonly [day: string, count: number])[];
}

/** Bars of daily counts, and the same as a table for those who cannot see them. */
export function DayChart({ label, rows }: Props) {
  const { language } = useApp();
  const texts = useSettingsTexts();
  const most = Math.max(1, ...rows.map(([, count]) => count));
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const dayText = (day: string | undefined) => (day ? format.format(new Date(day)) : '');
  return (
    <figure className={classes.chart}>
      <div className={classes.scale} aria-hidden="true">
        <span>{most.toLocaleString(language)}</span>
        <span>0</span>
      </div>
      <svg viewBox={`0 0 ${rows.length} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {rows.map(([day, count], index) => (
          <rect
            key={day}
            x={index + 0.12}
            width={0.76}
            y={HEIGHT - (count / most) * HEIGHT}
            height={(count / most) * HEIGHT}
          >
            <title>{`${dayText(day)}: ${count.toLocaleString(language)}`}</title>
          </rect>
        ))}
      </svg>
      <div className={classes.days} aria-hidden="true">
        <span>{dayText(rows[0]?.[0])}</span>
        <span>{dayText(rows.at(-1)?.[0])}</span>
      </div>
      <details className={classes.details}>
        <summary>{texts.asTable}</summary>
        <div className={classes.scroll}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.day}</th>
                <th scope="col">{label}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([day, count]) => (
                <tr key={day}>
                  <th scope="row">{dayText(day)}</th>
                  <td>{count.toLocaleString(language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
