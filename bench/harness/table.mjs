// The compact table on standard output.
const number = (value, digits, width) => (Number.isFinite(value) ? value.toFixed(digits) : '-').padStart(width)

export function printTable({ jobs, crypto, goals }) {
  const floor = jobs.floor?.cpu_us
  const wide = Math.max(...Object.keys(jobs).map((name) => name.length), 12)
  console.log(`${'job'.padEnd(wide)} ${'CPU us/req'.padStart(10)} ${'/ floor'.padStart(8)} ${'requests/s'.padStart(11)} ${'busy'.padStart(5)}  lowest..highest us`)
  for (const [name, job] of Object.entries(jobs)) {
    if (job.reason) console.log(`${name.padEnd(wide)} not measured: ${job.reason}`)
    else console.log(`${name.padEnd(wide)} ${number(job.cpu_us, 2, 10)} ${number(job.cpu_us / floor, 2, 8)} ${number(job.requests_per_second, 0, 11)}` +
      ` ${number(100 * job.server_busy, 0, 4)}%  ${job.cpu_us_spread.map((each) => each.toFixed(2)).join('..')}`)
  }
  if (crypto.sign_us) console.log(`OpenSSL alone: ${crypto.sign_us.toFixed(2)} us a signature, ${crypto.verify_us.toFixed(2)} us a verification`)
  for (const { what, value, comparison, limit, verdict } of goals.filter((goal) => goal.value !== null)) {
    console.log(`${verdict.padEnd(7)} ${number(value, 2, 9)}  ${comparison} ${limit}  ${what}`)
  }
}
