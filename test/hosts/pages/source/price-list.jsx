export function Prices({ plans }) {
  return (
    <section className="prices">
      <h2>Prices</h2>
      <ul>
        {plans.map((plan) => (
          <li key={plan}>
            {plan} <button type="button">Choose</button>
          </li>
        ))}
      </ul>
      <p>Without VAT.</p>
    </section>
  );
}
