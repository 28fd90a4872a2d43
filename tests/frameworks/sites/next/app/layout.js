export const metadata = { title: 'Robin Example' }

export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}
