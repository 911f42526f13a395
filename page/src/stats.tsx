// Numbers: calls by client, refusals by code, changes by hour.
import { useEffect, useState } from 'preact/hooks';
import { fetched, root, roots } from './state';
import type { Stats } from './types';

function Bars({ bars, label }: { bars: [name: string, value: number][]; label: string }) {
  const most = Math.max(1, ...bars.map(([, value]) => value));
  const height = 80;
  const width = 14;
  return (
    <svg class="plot" role="img" aria-label={`${label}: ${bars.map(([name, value]) => `${name} ${value}`).join(', ')}`} viewBox={`0 0 ${Math.max(bars.length, 1) * width} ${height}`} width={Math.max(bars.length, 1) * width} height={height}>
      {bars.map(([name, value], at) => (
        <rect x={at * width + 2} y={height - (value / most) * height} width={width - 4} height={(value / most) * height} key={name}>
          <title>{name}: {value}</title>
        </rect>
      ))}
    </svg>
  );
}

function Of({ at }: { at: number }) {
  const [stats, setStats] = useState<Stats | null>(null);
  useEffect(() => void fetched<Stats>('/api/stats', { root: at }).then(setStats), [at]);
  if (!stats) return <p class="quiet">Loading …</p>;
  const codes = new Map<string, number>();
  for (const client of stats.clients) {
    for (const [code, count] of Object.entries(client.codes)) codes.set(code, (codes.get(code) ?? 0) + count);
  }
  const byCode = [...codes].sort((a, b) => b[1] - a[1]);
  return (
    <section aria-label={roots.value[at] ?? 'root'}>
      <h3>{roots.value[at]}</h3>
      <dl class="figures">
        <div><dt>changes</dt><dd>{stats.changes.toLocaleString()}</dd></div>
        <div><dt>recovered while this page was served</dt><dd>{stats.recovered}</dd></div>
        <div><dt>tokens saved, about</dt><dd>{stats.tokens_saved.toLocaleString()}</dd></div>
      </dl>
      <p class="quiet">Saved beside sending each changed file as a whole, at four bytes to a token.</p>
      <div class="scroll" role="region" aria-label="Calls by client" tabIndex={0}>
        <table class="numbers">
          <caption>Calls by client</caption>
          <thead>
            <tr>{['client', 'dialect', 'calls', 'of tools that change files', 'refused', 'repaired', 'repeated'].map((name) => <th scope="col" key={name}>{name}</th>)}</tr>
          </thead>
          <tbody>
            {stats.clients.map((each) => (
              <tr key={`${each.client} ${each.dialect}`}>
                <th scope="row">{each.client}</th><td>{each.dialect}</td><td>{each.calls}</td><td>{each.changes}</td><td>{each.refusals}</td><td>{each.repairs}</td><td>{each.retries}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {byCode.length > 0 ? (
        <>
          <h4>Refusals by code</h4>
          <Bars bars={byCode} label="Refusals by code" />
          <ul class="codes">{byCode.map(([code, count]) => <li key={code}>{code} {count}</li>)}</ul>
        </>
      ) : null}
      {stats.hours.length > 0 ? (
        <>
          <h4>Changes by hour</h4>
          <Bars bars={stats.hours.map(([time, count]) => [new Date(time).toLocaleString(), count])} label="Changes by hour" />
        </>
      ) : null}
    </section>
  );
}

export function StatsView() {
  return (
    <>
      <h2>Statistics</h2>
      {roots.value.map((_, at) => (root.value < 0 || root.value === at ? <Of at={at} key={at} /> : null))}
    </>
  );
}
