export default function Page() {
  return <h1>About Robin Example</h1>
}
