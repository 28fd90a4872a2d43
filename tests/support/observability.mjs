// The dashboard and the alert rules of deploy/, and a server that exposes every metric.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { askHttps } from './https.mjs'
import { until } from './server.mjs'
import { ca, withTls } from './tls.mjs'

const fileOf = (path) => fileURLToPath(new URL(`../../deploy/${path}`, import.meta.url))
export const kAlerts = fileOf('prometheus-alerts.yml')

const dashboard = JSON.parse(await readFile(fileOf('grafana-dashboard.json'), 'utf8'))
export const panelExpressions = dashboard.panels.flatMap((panel) => panel.targets.map(({ expr }) => expr))
export const annotations = dashboard.annotations.list.map(({ expr }) => expr)
export const alertExpressions = [...(await readFile(kAlerts, 'utf8')).matchAll(/^ {8}expr: (.+)$/gm)].map(([, expr]) => expr)

export const metricsOf = (server) => fetch(`${server.adminUrl}/metrics`).then((response) => response.text())

/** Calls `use` with the metrics of a server that exposes all of them: those of a gate exist once it was asked for. */
export const withEveryMetric = (use) => withTls({ settings: { gates: [{ prefix: '/data/', title: 'Data', description: 'Measurements.' }] } }, async (server) => {
  const { status } = await askHttps(`${server.baseUrl}/oauth/gate`, { ca, headers: { 'X-Forwarded-Method': 'GET', 'X-Forwarded-Uri': '/data/x.csv' } })
  if (status !== 401) throw new Error(`the gate answered ${status}`)
  let metrics
  await until(async () => (metrics = await metricsOf(server)).includes('agent_access_resource_refusals_total{'), 'the gate in the metrics')
  await use(metrics)
})
