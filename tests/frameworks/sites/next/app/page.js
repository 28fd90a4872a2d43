import Link from 'next/link'

export default function Page() {
  return <><h1>Robin Example</h1><Link href="/about">About</Link></>
}
